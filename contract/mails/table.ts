import { z } from 'zod'

/** The sections of a company's own mails. */
export const mailSections = ['workers', 'documents', 'licences', 'tasks', 'company', 'reports'] as const
export type MailSection = (typeof mailSections)[number]

/** The facts of one mail. */
export interface MailDefinition {
  category: MailSection
  /** Never figures, ids, kinds of leave or reasons: a mail is read by others. */
  variables: z.ZodObject
  /**
   * Where its button leads: a path of ours; 'document', the document that it is about at the employees' site, or that
   * site where it is about several; 'site', the site that its variable `sitio` names; 'secret', a link that opens an
   * account; null, no button. 'code': no button either, but a secret that its words name as {{codigo}}.
   */
  link: string | null
  /**
   * For somebody who never signed in its button makes the first password instead. Mails about a document do so as well.
   */
  invites?: boolean
  /** A security mail keeps its facts, its link and its addressee; a company changes its look and greeting only. */
  security: boolean
}

/** An area's mails by the name of their event. */
export type MailTable = Readonly<Record<string, MailDefinition>>

export const person = { nombre: z.string() }
export const document = z.object({
  tipo: z.string(),
  /** The month's first day, ISO; null for a type without a period. */
  periodo: z.iso.date().nullable(),
  /** It asks for the employee's signature. */
  firma: z.boolean().default(false),
})
