import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'
import { mailShown } from '../mail-shown.ts'

/** The company's welcome mail: one, once, to everybody active. */
export const welcome = {
  state: call({
    method: 'GET',
    path: '/v2/companies/welcome-email',
    need: [actions.welcomeMail],
    summary: 'Whom the welcome mail would reach, its words, and whether it was sent.',
    answer: z.object({
      activos: z.int(),
      con_correo: z.int(),
      /** People with a mail who get a link that makes their password. */
      nunca_ingresaron: z.int(),
      sin_correo: z.int(),
      /** The words as the viewer would get them. */
      correo: mailShown,
      /** Null while it wasn't sent. */
      envio: z
        .object({
          proceso: id,
          cuando: instant,
          quien: z.string(),
          hechos: z.int(),
          total: z.int(),
          terminado: z.boolean(),
        })
        .nullable(),
    }),
  }),
  send: call({
    method: 'POST',
    path: '/v2/companies/welcome-email',
    need: [actions.welcomeMail],
    summary: 'Mails the welcome to every active employee with a mail, once a company.',
    answer: z.object({ proceso: id, personas: z.int() }),
    errors: ['WELCOME_EMAIL_ALREADY_USED', 'NOT_RESULT'],
    stepUp: true,
    ratePerMinute: 10,
  }),
  test: call({
    method: 'POST',
    path: '/v2/companies/welcome-email/test',
    need: [actions.welcomeMail],
    summary: 'Mails the welcome to the caller alone.',
    answer: z.object({ correo: z.string() }),
    errors: ['USER_WITHOUT_MAIL'],
    ratePerMinute: 5,
  }),
}
