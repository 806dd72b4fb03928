import { me } from '#contract/me/me.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { type Api, route } from '#server/shared/route.ts'
import { showActivity } from './activity.ts'
import { downloadArchive, measureArchive } from './archive.ts'
import { decideConsent } from './consent.ts'
import { listMine, showMine } from './listing.ts'
import { readPage, readPdf } from './reading.ts'
import { signDocuments } from './signing.ts'
import { viewDocument, viewDocuments, viewHead, viewPdf } from './view-as.ts'

export function registerMe(api: Api): void {
  route(api, me.documents, listMine)
  route(api, me.document, (ctx, { id }) => showMine(ctx, id))
  route(api, me.pdf, readPdf)
  route(api, me.page, readPage)
  route(api, me.archiveSize, measureArchive)
  route(api, me.archive, downloadArchive)
  route(api, me.sign, signDocuments)
  route(api, me.activity, showActivity)
  route(api, me.consent, (ctx, { decision }) => decideConsent(ctx, decision))
  route(api, viewAs.documents, viewDocuments)
  route(api, viewAs.document, viewDocument)
  route(api, viewAs.pdf, viewPdf)
  route(api, viewAs.head, viewHead)
}
