import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

/** Colours of a notice, the most pressing first. */
export const noticeColours = ['red', 'yellow', 'blue', 'green'] as const
export type NoticeColour = (typeof noticeColours)[number]

const notice = z.object({
  id,
  /** Raised with each change of its words: one dismissed earlier shows again. */
  revision: z.int(),
  tipo: z.enum(noticeColours),
  /** The fact, in few words; `aviso` is what follows from it. */
  titulo: z.string(),
  aviso: z.string(),
  /** On every screen, and not only at home. */
  sticky: z.boolean(),
  /** 1: shown. A browser counts 2, dismissed, for its session. */
  visualizacion: z.literal(1),
  desde: instant,
  hasta: instant.nullable(),
  /** Address with details. */
  enlace: z.string().nullable(),
})

/** Announcements of the installation to the people of a company. */
export const notifications = {
  push: call({
    method: 'GET',
    path: '/notifications/push',
    need: 'session',
    summary: 'The notices of this moment for the session’s company, the most pressing first.',
    answer: z.array(notice),
    renews: false,
  }),
  serviceOutage: call({
    method: 'GET',
    path: '/notifications/serviceoutage',
    need: 'session',
    summary: 'The interruption of the service that is announced for this moment, or null.',
    answer: notice.omit({ sticky: true, visualizacion: true }).nullable(),
    renews: false,
  }),
  fileUploadLicenses: call({
    method: 'GET',
    path: '/notifications/fileuploadlicenses',
    need: 'session',
    summary: 'Leave requests of one’s own that wait for a file: none where no leave is requested here.',
    answer: z.array(z.object({ id, titulo: z.string(), vence: z.string().nullable() })),
    renews: false,
  }),
}
