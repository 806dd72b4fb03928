import { actions } from '#contract/actions.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { mailableHoldersOf } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Language } from '#server/shared/text/language.ts'
import { filled } from '#server/shared/text/printed.ts'
import es from '#locales/es/evidence.json' with { type: 'json' }
import pt from '#locales/pt/evidence.json' with { type: 'json' }
import type { Difference, Progress } from './check/progress.ts'

const words = { es, pt }
/** Differences that a mail lists. */
const mostMailed = 20

/** Mails the differences to the company's administrators, and to the operator where OPERATOR_MAIL names one. */
export async function mailAlarm(tx: Tx, services: Services, progress: Progress): Promise<void> {
  const administrators = { actions: [actions.employeeAdministration], kind: 'hr' } as const
  const people = await mailableHoldersOf(tx.db, administrators).execute()
  const { operatorMail } = services.config
  const recipients = [
    ...people.map(({ id, first_name, mail, language }) => ({
      userId: id,
      nombre: first_name,
      to: mail,
      language,
    })),
    ...(operatorMail ? [{ nombre: es.operacion, to: operatorMail, language: 'es' as const }] : []),
  ]
  for (const { nombre, ...recipient } of recipients)
    await queueMail(tx, services, {
      event: 'evidence_differs',
      ...recipient,
      variables: { nombre, diferencias: listOf(progress, recipient.language) },
    })
}

/** A line for each difference, and the count of those that are not listed. */
function listOf({ differences, total }: Progress, language: Language): string {
  const { diferencia, mas } = words[language]
  const listed = differences.slice(0, mostMailed)
  const more = total - listed.length
  return [
    ...listed.map((one) => filled(diferencia[one.kind], factsOf(one))),
    ...(more > 0 ? [filled(mas, { cantidad: String(more) })] : []),
  ].join('\n')
}

function factsOf({ kind: _, ...ids }: Difference): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, String(value)]))
}
