import type { MassiveItem, MassiveItemDetail } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import type { Context } from '#server/shared/context.ts'
import type { Fault } from '#server/shared/errors.ts'
import { refuse } from '#server/shared/errors.ts'
import { messageOf } from '#server/shared/text/language.ts'
import { findLeftovers } from '#server/shared/processes/leftovers.ts'
import { paceOf } from '#server/shared/processes/progress.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import es from '#locales/es/massive-zip.json' with { type: 'json' }
import pt from '#locales/pt/massive-zip.json' with { type: 'json' }
import { rejectionOf } from '#server/areas/approvals/operations.ts'
import { countPublication } from './counting.ts'
import { readBy } from '../layouts/kept.ts'
import { uploadAddress } from '../creating.ts'
import { cluesOf, compare, findOwners, suggestedOf, type Owners, wirePerson } from './evidence.ts'
import { shownTaught } from './taught.ts'
import {
  type FoundItem,
  type FoundPerson,
  findPublication,
  hasPublished,
  isTeachable,
  isToGoOut,
  itemsById,
  type Notice,
  peopleById,
} from '../queries.ts'

type Language = Context['request']['language']

/** A publication within reach as the screens show it; NOT_FOUND for any other. */
export async function shownPublication(tx: Tx, ctx: Context, id: number): Promise<MassivePublication> {
  const found = await findPublication(tx.db, ctx.session, id)
  if (!found) refuse('NOT_FOUND')
  const now = ctx.services.clock()
  const { secondsLeft } = await paceOf(tx.db, found, now)
  return {
    id,
    modo: found.mode,
    estado: found.status,
    paso: found.step,
    tipo: { id: found.type_id, nombre: found.type_name },
    periodo: found.period,
    etiqueta: found.label,
    archivo: found.upload_name ?? found.file_name,
    tamano: found.upload_size ?? found.file_size,
    recibido: found.received,
    subida:
      found.upload_id !== null && (found.created_by === ctx.session.userId || found.step === 'waiting_upload')
        ? uploadAddress(ctx.services.config.apiBase, found.upload_id)
        : null,
    creado: found.created_at.toISOString(),
    creado_por: found.creator,
    notificar: found.notify,
    visible_desde: found.visible_from?.toISOString() ?? null,
    programada: found.visible_from !== null && found.visible_from > now && (await hasPublished(tx.db, id)),
    progreso: {
      hechos: found.done,
      total: found.total,
      fallidos: found.failed,
      desde: found.started_at?.toISOString() ?? null,
      faltan_segundos: secondsLeft,
    },
    leido_en: found.read_milliseconds,
    ...(await countPublication(tx.db, ctx.session, found)),
    avisos: found.notices.map((notice) => worded(notice, ctx.request.language)),
    ensenado: await shownTaught(tx.db, found),
    formatos: await readBy(tx.db, ctx.session, found.layouts),
    se_ensena: isTeachable(found),
    sale: isToGoOut(found),
    se_libera: (await getSettings(tx))['publishing.second_person'],
    espera_liberacion: found.needs_release && found.released_at === null && found.status === 'in_progress',
    quedan: await findLeftovers(tx.db, ctx.session, found, now),
    continua: found.continues,
    rechazo:
      found.needs_release && found.status === 'cancelled' ? await rejectionOf(tx, 'publication', id) : null,
  }
}

/** A kept code in the words of who asks. */
export function worded(notice: Notice, language: Language): { code: string; message: string } {
  return { code: notice.code, message: messageOf(inWords(notice, language), language) }
}

/** A zip is refused for a reason that has words of its own. */
function inWords({ code, params }: Notice, language: Language): Notice {
  if (code !== 'SYSTEM_API_SUSPICIOUS_ZIP') return { code, params }
  const reasons: Record<string, string> = (language === 'pt' ? pt : es).zip
  return { code, params: { motivo: reasons[String(params?.['motivo'])] ?? '' } }
}

/** Receipts as a list shows them; `refused` are told why they stayed as they were. */
export async function shownItems(
  tx: Tx,
  ctx: Context,
  rows: readonly FoundItem[],
  refused: ReadonlyMap<number, Fault> = new Map(),
): Promise<MassiveItem[]> {
  const known = await peopleById(
    tx.db,
    ctx.session,
    rows.flatMap((row) => [row.recipient_id, row.suggested_id]),
  )
  const owners = await findOwners(tx.db, ctx.session, rows)
  return rows.map((row) => shownItem(row, { known, owners }, ctx.request.language, refused.get(row.id)))
}

/** One receipt with where everything stands on it; NOT_FOUND where it isn't of this publication and in reach. */
export async function shownDetail(
  tx: Tx,
  ctx: Context,
  { id, item }: { id: number; item: number },
): Promise<Omit<MassiveItemDetail, 'tamanos'>> {
  const row = await findVisibleItem(tx, ctx, id, item)
  const [shown] = await shownItems(tx, ctx, [row])
  if (!shown) refuse('NOT_FOUND')
  return { ...shown, marcas: row.marks }
}

/** A receipt of a publication, both within reach, or NOT_FOUND. */
export async function findVisibleItem(
  tx: Tx,
  ctx: Context,
  process: number,
  item: number,
): Promise<FoundItem> {
  if (!(await findPublication(tx.db, ctx.session, process))) refuse('NOT_FOUND')
  const [row] = await itemsById(tx.db, ctx.session, process, [item])
  if (!row) refuse('NOT_FOUND')
  return row
}

function shownItem(
  row: FoundItem,
  { known, owners }: { known: ReadonlyMap<number, FoundPerson>; owners: Owners },
  language: Language,
  refused: Fault | undefined,
): MassiveItem {
  const to = row.recipient_id === null ? undefined : known.get(row.recipient_id)
  const maybe = suggestedOf(row, known, owners)
  const fault = refused ?? row.fault
  return {
    id: row.id,
    grupo: row.found as MassiveItem['grupo'],
    situacion: row.standing as MassiveItem['situacion'],
    paginas: row.pages,
    archivo: row.source_name,
    leido_por: row.read_by,
    confianza: row.confidence,
    id_leido: row.id_read,
    nombre_leido: row.name_read,
    colaborador: to ? { ...wirePerson(to), ...compare(row, to, owners) } : null,
    sugerencia: maybe ? { ...wirePerson(maybe), ...compare(row, maybe, owners) } : null,
    ...cluesOf(row, to?.id ?? maybe?.id ?? null, owners),
    falla: fault ? worded(fault, language) : null,
    decision: row.decision,
    decidido_por: row.decided_by,
  }
}
