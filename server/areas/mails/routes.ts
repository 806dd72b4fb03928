import { customMails, mailPictures } from '#contract/custom-mails.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { addPicture, changePicture, galleryOf, openPicture } from './gallery.ts'
import { peopleInReach } from './queries.ts'
import { saveWords } from './saving.ts'
import { listMails, previewWords, shownMail, testWords } from './showing.ts'

export function registerMails(api: Api): void {
  route(api, customMails.list, (ctx) => ctx.read((tx) => listMails(ctx, tx)))
  route(api, customMails.people, ({ read, session }, { buscar }) =>
    read(({ db }) => peopleInReach(db, session, buscar)),
  )
  route(api, customMails.gallery, ({ read }) => read(galleryOf))
  route(api, customMails.addPicture, addPicture)
  route(api, customMails.changePicture, changePicture)
  route(api, customMails.one, (ctx, { event }) => ctx.read((tx) => shownMail(ctx, tx, event)))
  route(api, customMails.save, (ctx, input) =>
    ctx.act(async (tx) => {
      await saveWords(ctx, tx, input)
      return shownMail(ctx, tx, input.event)
    }),
  )
  route(api, customMails.restore, (ctx, { event, version }) =>
    ctx.act(async (tx) => {
      await saveWords(ctx, tx, { event, version, es: null, pt: null })
      return shownMail(ctx, tx, event)
    }),
  )
  route(api, customMails.preview, (ctx, input) => ctx.read((tx) => previewWords(ctx, tx, input)))
  route(api, customMails.test, (ctx, input) => ctx.act((tx) => testWords(ctx, tx, input)))
  publicRoute(api, mailPictures.file, ({ services }, input) => openPicture(services, input))
}
