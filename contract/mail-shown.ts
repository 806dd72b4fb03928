import { z } from 'zod'

/** The words of a mail as somebody would get them. */
export const mailShown = z.object({
  asunto: z.string(),
  titulo: z.string(),
  parrafos: z.array(z.string()),
  boton: z.string(),
  pie: z.string(),
})
export type MailShown = z.output<typeof mailShown>
