import type { ParsedOf } from '#contract/call.ts'
import type { documentActCalls } from '#contract/documents/acts.ts'
import type { Context } from '#server/shared/context.ts'
import { deviceName } from '#server/shared/identity/device.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { deliverMail } from '#server/shared/mail/mail.ts'
import { isVisible } from './queries.ts'
import { countTrace, eventsOf, mailOf, mailsOf, traceKeys } from './trace-queries.ts'

/** Everything that happened to a document, and every mail about it: a page of both, the newest first. */
export async function showTrace(
  { read, session, request }: Context,
  input: ParsedOf<typeof documentActCalls.trace>,
) {
  const limits = rowsOf(input)
  return read(async (tx) => {
    if (!(await isVisible(tx.db, session, input.id))) refuse('NOT_FOUND')
    const keys = await traceKeys(tx.db, input.id, limits)
    const events = await eventsOf(
      tx.db,
      input.id,
      keys.filter(({ clase }) => clase === 'hecho').map(({ id }) => id),
    )
    const mails = await mailsOf(
      tx.db,
      keys.filter(({ clase }) => clase === 'correo').map(({ id }) => id),
    )
    const data = keys.flatMap(({ clase, id }) => {
      const event = clase === 'hecho' ? events.find((one) => one.id === id) : undefined
      if (event) {
        const { device, address, text, page, own, who, ...row } = event
        return {
          ...row,
          clase: 'hecho' as const,
          quien: who,
          del_colaborador: own,
          dispositivo: deviceName(device, request.language),
          direccion: address,
          texto: text,
          pagina: page,
          correo: null,
        }
      }
      const mail = clase === 'correo' ? mails.find((one) => one.id === id) : undefined
      if (!mail) return []
      return {
        clase: 'correo' as const,
        id,
        fecha: mail.created_at,
        hecho: mail.event,
        quien: null,
        del_colaborador: false,
        dispositivo: null,
        direccion: null,
        texto: null,
        pagina: null,
        sellado: null,
        correo: {
          para: mail.to_address,
          estado: mail.state,
          enviado: mail.sent_at,
          motivo: mail.reason,
          intentos: mail.attempts,
        },
      }
    })
    return { data, pagination: paginationOf(await countTrace(tx.db, input.id), input) }
  })
}

/** Sends a mail that failed once more, to the address that its person has today. */
export function resendMail(
  { act, session, services, evidence }: Context,
  { id, correo }: ParsedOf<typeof documentActCalls.resend>,
) {
  return act(async (tx) => {
    const mail = (await isVisible(tx.db, session, id)) ? await mailOf(tx.db, id, correo) : undefined
    if (!mail) refuse('NOT_FOUND')
    if (mail.state !== 'failed') refuse('DOCUMENT_MAIL_NOT_FAILED')
    const { address } = mail
    if (!address) refuse('DOCUMENT_MAIL_NO_ADDRESS')
    await tx.db
      .updateTable('mails')
      .set({ state: 'queued', attempts: 0, reason: null, to_address: address })
      .where('id', '=', correo)
      .where('state', '=', 'failed')
      .execute()
    tx.enqueue(deliverMail, { mail: correo })
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'mail_resent',
      at: services.clock(),
      data: { mail: correo },
      ...evidence,
    })
    return { para: address }
  })
}
