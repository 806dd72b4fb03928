import { massive } from '#contract/massive/massive.ts'
import { typeLayouts } from '#contract/massive/layouts.ts'
import { typeReading } from '#contract/folders/reading.ts'
import { type Api, route } from '#server/shared/route.ts'
import { cancelPublication } from './cancelling.ts'
import { createPublication } from './creating.ts'
import { forgetLayout, listLayouts } from './layouts/listing.ts'
import { assignItem, decideItems } from './preview/deciding.ts'
import { mergeItem, splitItem } from './preview/joining.ts'
import { listPending, resumeLeftovers } from './leftovers.ts'
import { listCandidates, listItems, listMissing } from './preview/listing.ts'
import { showMail } from './preview/mail.ts'
import { itemDetail, pagePicture } from './preview/pictures.ts'
import { continuePublication, publishPublication } from './publishing/beginning.ts'
import { readSample, samplePicture, setupOf } from './setup.ts'
import { reschedulePublication } from './publishing/rescheduling.ts'
import { shownPublication } from './preview/showing.ts'
import { forgetPlaces, keepPlaces, pageWords, teachPlaces } from './preview/teaching.ts'
import { bringBack, takeOut } from './outside/returning.ts'
import { tryReading } from './reading/trying.ts'
import { serveUploads } from './upload/routes.ts'

export function registerMassive(api: Api): void {
  route(api, massive.setup, (ctx, input) => setupOf(ctx, input))
  route(api, massive.sample, (ctx, input) => readSample(ctx, input))
  route(api, massive.samplePage, (ctx, input) => samplePicture(ctx, input))
  route(api, massive.create, (ctx, input) => createPublication(ctx, input))
  serveUploads(api)
  route(api, typeReading.try, (ctx, input, file) => tryReading(ctx, input, file))
  route(api, typeLayouts.list, (ctx, { id }) => ctx.read((tx) => listLayouts(tx, ctx, id)))
  route(api, typeLayouts.forget, (ctx, input) => forgetLayout(ctx, input))
  route(api, massive.one, (ctx, { id }) => ctx.read((tx) => shownPublication(tx, ctx, id)))
  route(api, massive.items, (ctx, input) => listItems(ctx, input))
  route(api, massive.item, (ctx, input) => itemDetail(ctx, input))
  route(api, massive.page, (ctx, input) => pagePicture(ctx, input))
  route(api, massive.mail, (ctx, { id }) => ctx.read((tx) => showMail(tx, ctx, id)))
  route(api, massive.missing, (ctx, input) => listMissing(ctx, input))
  route(api, massive.candidates, (ctx, input) => listCandidates(ctx, input))
  route(api, massive.assign, (ctx, input) => assignItem(ctx, input))
  route(api, massive.decide, (ctx, input) => decideItems(ctx, input))
  route(api, massive.merge, (ctx, input) => mergeItem(ctx, input))
  route(api, massive.split, (ctx, input) => splitItem(ctx, input))
  route(api, massive.words, (ctx, input) => pageWords(ctx, input))
  route(api, massive.teach, (ctx, input) => teachPlaces(ctx, input))
  route(api, massive.forget, (ctx, input) => forgetPlaces(ctx, input))
  route(api, massive.keepTaught, (ctx, input) => keepPlaces(ctx, input))
  route(api, massive.publish, (ctx, input) => publishPublication(ctx, input))
  route(api, massive.continue, (ctx, input) => continuePublication(ctx, input))
  route(api, massive.reschedule, (ctx, input) => reschedulePublication(ctx, input))
  route(api, massive.pending, (ctx) => listPending(ctx))
  route(api, massive.resume, (ctx, input) => resumeLeftovers(ctx, input))
  route(api, massive.outgoing, (ctx, input) => takeOut(ctx, input))
  route(api, massive.returned, (ctx, input) => bringBack(ctx, input))
  route(api, massive.cancel, (ctx, input) => cancelPublication(ctx, input))
}
