import { certificates } from '#contract/certificates.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, route } from '#server/shared/route.ts'
import { importCertificate } from './importing.ts'
import { certificateFor, certificateSetupOf, createCertificate, expireCertificate } from './operations.ts'
import { certificatesPage, signatureFile } from './queries.ts'

export function registerCertificates(api: Api): void {
  const { clock, files } = api.services
  route(api, certificates.list, (ctx, input) =>
    ctx.read((tx) => certificatesPage(tx.db, ctx.session, clock(), input)),
  )
  route(api, certificates.setup, (ctx) =>
    ctx.read((tx) => certificateSetupOf(tx, ctx.session.userId, clock())),
  )
  route(api, certificates.create, (ctx, input, signature) => createCertificate(ctx, input, signature))
  route(api, certificates.import, (ctx, input, file) => importCertificate(ctx, input, file))
  route(api, certificates.one, (ctx, { id }) =>
    ctx.read((tx) => certificateFor(tx, ctx.session, clock(), id)),
  )
  route(api, certificates.signature, async (ctx, { id }) => {
    const file = await ctx.read((tx) => signatureFile(tx.db, id))
    if (!file) refuse('COMPANY_CERT_NOT_FOUND')
    return { body: await files.read(file.key), type: 'image/png' as const }
  })
  route(api, certificates.expire, (ctx, { id }) => expireCertificate(ctx, id))
}
