import { satisfies } from '#contract/actions.ts'
import { kindFacts } from '#contract/processes/kinds.ts'
import { type ProcessDetail, type ProcessRow, waitingSteps } from '#contract/processes/processes.ts'
import { z } from 'zod'
import type { Context } from '#server/shared/context.ts'
import type { Language } from '#server/shared/text/language.ts'
import { kindOfProcess, type KindsOfProcess } from '#server/shared/processes/kinds.ts'
import { findLeftovers } from '#server/shared/processes/leftovers.ts'
import { paceOf } from '#server/shared/processes/progress.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { failureGroups, faultText } from './failures.ts'
import { hasPublished } from './follow-up-queries.ts'
import { type FoundProcess, mailsSent, processesBeyondReach, reportOf, reviewOf, stepsOf } from './queries.ts'

const notices = z.array(
  z.object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
)
const findings = z.object({ notice: notices.element.nullish() })

/** Whether somebody holds the action of a process's kind, and created it where its kind requires that. */
export function mayHold(session: Session, process: Pick<FoundProcess, 'kind' | 'created_by'>): boolean {
  const { action, creatorOnly } = kindFacts[kindOfProcess(process)]
  return satisfies([action], session) && (!creatorOnly || process.created_by === session.userId)
}

/** Whether it stands until somebody goes on with it. */
export function waits(process: Pick<FoundProcess, 'kind' | 'status' | 'step' | 'waiting'>): boolean {
  if (process.status !== 'in_progress' || !waitingSteps.includes(process.step)) return false
  if (process.step !== 'uploaded') return true
  // A file that is complete is read without anybody.
  return kindFacts[kindOfProcess(process)].awaitsFile && process.waiting !== true
}

/** Lines of the list as they are shown to somebody. */
export async function presentRows(
  tx: Tx,
  session: Session,
  language: Language,
  found: readonly FoundProcess[],
): Promise<ProcessRow[]> {
  const standing = found.filter((one) => waits(one) && mayHold(session, one)).map(({ id }) => id)
  const beyond = await processesBeyondReach(tx.db, session, standing)
  return found.map((one) => presentRow(one, language, standing.includes(one.id) && !beyond.has(one.id)))
}

function presentRow(found: FoundProcess, language: Language, continues: boolean): ProcessRow {
  return {
    id: found.id,
    clase: kindOfProcess(found),
    estado: found.status,
    paso: found.step,
    modo: found.mode,
    tipo: found.type_name,
    periodo: found.period,
    etiqueta: found.label,
    archivo: found.publication_file ?? found.import_file,
    creado: found.created_at.toISOString(),
    empezado: found.started_at?.toISOString() ?? null,
    terminado: found.finished_at?.toISOString() ?? null,
    quien: { nombre: found.first_name, apellido: found.last_name, cuil: found.cuil },
    a_cargo: found.holder_name,
    cantidad: found.total,
    procesados: found.done,
    fallidos: found.failed,
    espera: waits(found),
    puede_continuar: continues,
    aviso: noticeOf(found, language),
  }
}

/** The reason of a failed process of a kind that keeps none. */
const interrupted = { code: 'PROCESS_INTERRUPTED' } as const

function noticeOf(found: FoundProcess, language: Language): ProcessRow['aviso'] {
  // Where single items failed, their failures explain the error. `notices` may hold month warnings, so they are used
  // only when nothing failed singly or the process waits for a password.
  const stopped = (found.status === 'error' && found.failed === 0) || found.step === 'waiting_password'
  const said = found.findings
    ? (findings.safeParse(found.findings).data?.notice ?? null)
    : stopped
      ? (notices.safeParse(found.notices).data?.[0] ?? (found.mode === null ? interrupted : null))
      : null
  return said && faultText(said, language)
}

/** One process with everything that its screen shows. */
export async function presentOne(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfProcess,
  found: FoundProcess,
): Promise<ProcessDetail> {
  const { session, request, services } = ctx
  const [row] = await presentRows(tx, session, request.language, [found])
  if (!row) throw new Error('a process that was just found is gone')
  const holds = mayHold(session, found)
  const whole = (await processesBeyondReach(tx.db, session, [found.id])).size === 0
  const steps = await stepsOf(tx.db, found.id)
  const since = steps.at(-1)?.at ?? found.started_at
  const running = found.status === 'in_progress' && !row.espera
  const { perSecond, secondsLeft } = await paceOf(tx.db, found, services.clock())
  const isReviewed = found.mode !== null && steps.some(({ step }) => step === 'preview')
  const reviewed = isReviewed ? await reviewOf(tx.db, found.id) : null
  const report = await reportOf(tx.db, found.id)
  const fallas = await failureGroups(tx.db, found, { session, language: request.language, whole, kinds })
  return {
    ...row,
    tamano: found.file_size,
    del_tipo:
      found.type_id === null || found.folder_id === null
        ? null
        : { tipo: found.type_id, carpeta: found.folder_id },
    lectura:
      found.pages === null || found.read_milliseconds === null
        ? null
        : { paginas: found.pages, milisegundos: found.read_milliseconds },
    revision: reviewed,
    pasos: steps.map(({ step, at }) => ({ paso: step as ProcessDetail['paso'], desde: at.toISOString() })),
    progreso: {
      hechos: found.done,
      total: found.total,
      fallidos: found.failed,
      desde: running ? (since?.toISOString() ?? null) : null,
      por_segundo: perSecond,
      faltan_segundos: secondsLeft,
    },
    fallas,
    informe: report ? { para: report.para, enviado: report.enviado.toISOString() } : null,
    correos: await mailsSent(tx.db, found.id),
    puede_cancelar:
      holds &&
      whole &&
      found.status === 'in_progress' &&
      kindFacts[row.clase].cancellable.includes(found.step),
    quedan:
      found.mode === null || found.mode === 'generic'
        ? null
        : await findLeftovers(tx.db, session, found, services.clock()),
    seguimiento: await hasPublished(tx.db, session, found.id),
  }
}
