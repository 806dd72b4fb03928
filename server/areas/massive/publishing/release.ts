import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import es from '#locales/es/approvals.json' with { type: 'json' }
import pt from '#locales/pt/approvals.json' with { type: 'json' }
import type { Acting, Decided, KindOfApproval, Opened } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { endProcess, lockProcess } from '#server/shared/processes/lifecycle.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { filled } from '#server/shared/text/printed.ts'
import { openApproval } from '#server/areas/approvals/operations.ts'
import { stepsOfPublished } from '#server/areas/workflows/operations.ts'
import { publishJob } from './job.ts'
import { reachesAllOf } from '../queries.ts'
import { returnLeftovers } from '../leftovers.ts'
import { rejectHeld } from './rejecting.ts'
import { setNotices } from '../standing.ts'

/** The language tags by which months and numbers are written. */
const tags = { es: 'es', pt: 'pt-BR' } as const

/**
 * Holds a publication until it is approved: by the groups of the type's workflow, where that orders what the company
 * publishes; then by a second person, where the company requires one, which is anybody else who holds massive publishing
 * and reaches everybody in it.
 *
 * @throws {Refusal} APPROVAL_NOBODY where there is no second person
 */
export async function askForRelease(
  tx: Tx,
  ctx: Pick<Context, 'evidence' | 'services' | 'session'>,
  { id, type }: { id: number; type: number },
): Promise<void> {
  const secondPerson = (await getSettings(tx))['publishing.second_person']
  const groups = await stepsOfPublished(tx, type)
  if (!secondPerson && !groups) return
  await tx.db.updateTable('publications').set({ needs_release: true }).where('process_id', '=', id).execute()
  const { holders } = await openApproval(tx, ctx, {
    kind: 'publication',
    subjectId: id,
    ...groups,
    steps: [...(groups?.steps ?? []), ...(secondPerson ? [{ action: actions.massivePublishing }] : [])],
  })
  if (!groups) await mailToRelease(tx, ctx.services, { subjectId: id, holders })
}

/** Mails to the people who could release a publication. */
async function mailToRelease(tx: Tx, services: Services, { subjectId: id, holders }: Opened): Promise<void> {
  const { name } = await tx.db
    .selectFrom('processes')
    .innerJoin('document_types as type', 'type.id', 'processes.type_id')
    .where('processes.id', '=', id)
    .select('type.name')
    .executeTakeFirstOrThrow()
  await queueMails(
    tx,
    services,
    holders.flatMap(({ id: userId, mail, language, first_name }) =>
      mail
        ? [
            {
              event: 'publication_to_release' as const,
              userId,
              to: mail,
              language,
              name: `publication ${id} release ${userId}`,
              subject: { kind: 'process' as const, id },
              variables: { nombre: first_name, tipo: name },
            },
          ]
        : [],
    ),
  )
}

/** The release of a publication by other people: published as it is, or cancelled. */
export const releaseOfPublication: KindOfApproval = {
  acts: ['aprobar', 'rechazar'],
  inbox: 'publicaciones',
  concern: 'por_liberar',
  rejected: 'publicacion_rechazada',
  reach: reachesAllOf,
  documents: (subject) =>
    sql`documents.process_item_id in (select item.id from process_items item where item.process_id = ${subject})`,
  stepOpened: mailToRelease,
  async titles(tx, subjects, language) {
    const rows = await tx.db
      .selectFrom('processes')
      .innerJoin('document_types as type', 'type.id', 'processes.type_id')
      .select(['processes.id', 'type.name', 'processes.period', 'processes.total'])
      .where('processes.id', '=', sql<number>`any(${subjects})`)
      .execute()
    return new Map(rows.map((row) => [row.id, releaseWords(row, language)]))
  },
  async decided(tx, ctx, { subjectId, outcome, reason }: Decided) {
    await lockProcess(tx, subjectId)
    if (outcome !== 'approved') return giveUp(tx, ctx, subjectId, reason)
    await tx.db
      .updateTable('publications')
      .set({ released_at: ctx.services.clock(), released_by: ctx.evidence.actorId })
      .where('process_id', '=', subjectId)
      .execute()
    tx.enqueue(publishJob, { process: subjectId })
  },
}

/** Ends a publication that isn't released: its documents are rejected, and nobody ever sees them. */
async function giveUp(tx: Tx, ctx: Acting, id: number, reason: string | null): Promise<void> {
  await rejectHeld(tx, ctx, id, reason)
  await endProcess(tx, id, { status: 'cancelled', at: ctx.services.clock(), done: 0 })
  await returnLeftovers(tx, id)
  await setNotices(tx, id, [])
}

/** The publication in words for those who may release it: 'Recibo de sueldo, octubre de 2026: 1.807 documentos'. */
function releaseWords(
  { name, period, total }: { name: string; period: string | null; total: number },
  language: 'es' | 'pt',
): string {
  const tag = tags[language]
  const month =
    period === null
      ? ''
      : `, ${new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(period))}`
  const { publicacion } = language === 'pt' ? pt : es
  return filled(publicacion, {
    que: `${name}${month}`,
    cuantos: new Intl.NumberFormat(tag, { useGrouping: 'always' }).format(total),
  })
}
