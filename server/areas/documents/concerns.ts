import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import { type ConcernSource, failedMailDays, mostConcerns } from '#server/shared/concerns.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'

const nothing = { id: null, nombre: null, vence: null }

/** Documents that wait for the company's signature. */
export const unsignedByCompany: ConcernSource = {
  need: actions.documentSearch,
  async find(db, { viewer }) {
    const { total, desde } = await visibleDocuments(db, viewer, ['waiting_company_signature'])
      .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('documents.created_at').as('desde')])
      .executeTakeFirstOrThrow()
    return desde ? [{ ...nothing, clase: 'falta_firma_empresa', total, desde }] : []
  },
}

/** Published documents that an employee signed in disagreement, not attended yet. */
export const disagreements: ConcernSource = {
  need: actions.documentSearch,
  async find(db, { viewer }) {
    const { total, desde } = await visibleDocuments(db, viewer, ['published'])
      .innerJoin('disagreements', 'disagreements.document_id', 'documents.id')
      .where('disagreements.state', '=', 'open')
      .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('disagreements.opened_at').as('desde')])
      .executeTakeFirstOrThrow()
    return desde ? [{ ...nothing, clase: 'no_conforme', total, desde }] : []
  },
}

/** Documents in any state whose mail failed lately. */
export const failedMails: ConcernSource = {
  need: actions.documentDetail,
  async find(db, { viewer, now }) {
    const rows = await visibleDocuments(db, viewer)
      .innerJoin('mails', 'mails.subject_id', 'documents.id')
      .leftJoin('users', 'users.id', 'documents.employee_id')
      .where('mails.subject_kind', '=', 'document')
      .where('mails.state', '=', 'failed')
      .where('mails.created_at', '>', new Date(now.getTime() - failedMailDays * 86_400_000))
      .orderBy('mails.created_at', 'desc')
      .limit(mostConcerns)
      .select(['documents.id', sql<string>`users.sort_name`.as('nombre'), 'mails.created_at as desde'])
      .execute()
    return rows.map((row) => ({ ...row, clase: 'correo_fallido', total: 1, vence: null }))
  },
}
