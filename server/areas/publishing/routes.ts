import { actions } from '#contract/actions.ts'
import { certificateStateOf } from '#contract/certificates.ts'
import { publishing, type WaitingDocument } from '#contract/publishing/publishing.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { certificateSetupOf } from '#server/areas/certificates/operations.ts'
import { publishingLimits } from './checks.ts'
import { readDocument } from './glancing.ts'
import { listMisplaced, moveDocuments } from './moving.ts'
import { publishDocument, signDocument } from './publishing.ts'
import { replaceDocument } from './replacing.ts'
import { signatureSetup, waitingDocuments } from './queries.ts'

export function registerPublishing(api: Api): void {
  const { clock } = api.services

  route(api, publishing.setup, ({ session, ...ctx }) =>
    ctx.read(async (tx) => {
      const { active, ever, placed } = await signatureSetup(tx.db, clock())
      const { months, megabytes } = await publishingLimits(tx, session.zone, clock())
      const { vencer } = await certificateSetupOf(tx, session.userId, clock())
      return {
        certificate: active.length > 0 ? 'active' : ever ? 'expired' : 'none',
        position: placed ? 'configured' : 'default',
        mayConfigure: vencer === null && session.actions.includes(actions.certificates),
        certificados: active,
        periodos: months,
        maximo_megas: megabytes,
      }
    }),
  )
  route(api, publishing.read, (ctx, _input, file) => readDocument(ctx, file))
  route(api, publishing.single, (ctx, input, file) => publishDocument(ctx, input, file))
  route(api, publishing.replace, (ctx, input, file) => replaceDocument(ctx, input, file))
  route(api, publishing.misplaced, (ctx, input) => listMisplaced(ctx, input))
  route(api, publishing.move, (ctx, input) => moveDocuments(ctx, input))
  route(api, publishing.waiting, async (ctx, input) => {
    const limits = rowsOf(input)
    const { rows, total } = await ctx.read((tx) => waitingDocuments(tx.db, ctx.session, limits))
    const data = rows.map((row) => ({
      id: row.document_id,
      archivo: row.file_name,
      colaborador: { id: row.id, nombre: `${row.last_name}, ${row.first_name}`, cuil: row.cuil },
      tipo: { id: row.type_id, nombre: row.type_name },
      periodo: row.period,
      creado: row.created_at,
      creado_por: row.created_by,
      certificado: expectedCertificate(row, clock()),
    }))
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, publishing.sign, (ctx, input) => signDocument(ctx, input))
}

/** The certificate that a document waits for, and whether it can still sign. */
function expectedCertificate(
  {
    certificate_id,
    holder_name,
    expired_at,
    valid_until,
  }: Awaited<ReturnType<typeof waitingDocuments>>['rows'][number],
  now: Date,
): WaitingDocument['certificado'] {
  if (certificate_id === null || holder_name === null || valid_until === null) return null
  const estado = certificateStateOf({ vencido: expired_at, vigente_hasta: valid_until }, now)
  return { id: certificate_id, nombre: holder_name, estado }
}
