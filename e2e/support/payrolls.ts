import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { receiptOf } from '#pdf/testing/receipts.ts'
import { inCompany } from '#server/testing/factories.ts'
import { ask, type Reply } from './client.ts'
import { inside, type Place } from './inside.ts'
import { certificatePassword, makePublishers } from './publishers.ts'

/** A company whose people are those of a made payroll, and who publishes it. */
export interface Payroll {
  company: number
  /** The administrator's bearer. */
  as: string
  certificate: number
  type: number
  /** The one that its receipts print. */
  month: string
}

/** Makes it in a server that runs: everybody of the payroll's first `people` receipts, with an address. */
export async function makePayroll(at: { url: string; dataDir: Place }, people: number): Promise<Payroll> {
  const { company, administrators, certificate, type } = await makePublishers(at, {
    people: 0,
    administrators: 1,
  })
  await inside(at.dataDir, async (services) => {
    await inCompany({ services }, company, async (tx) => {
      await tx.db
        .updateTable('document_types')
        .set({ capture: 'first_page' })
        .where('id', '=', type)
        .execute()
      // The month of the made payroll stays the same, whatever month it is.
      await tx.db
        .insertInto('settings')
        .values({ company_id: company, key: 'publishing.months_back', value: '120' })
        .execute()
    })
    for (let from = 0; from < people; from += 2000) {
      const rows = Array.from({ length: Math.min(2000, people - from) }, (_, n) => personOf(from + n))
      await inCompany({ services }, company, (tx) =>
        sql`with given as (
            select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as given(username text, first_name text, last_name text, cuil text, dni text, file_number text)),
          made as (
            insert into users (company_id, username, first_name, last_name, mail, country)
            select ${company}, username, first_name, last_name, username || '@correo.example', 'AR' from given
            returning id, username)
          insert into employees (company_id, id, file_number, dni, cuil, state)
          select ${company}, made.id, given.file_number, given.dni, given.cuil, 'active'
          from made join given on given.username = made.username`.execute(tx.db),
      )
    }
  })
  return { company, as: administrators[0] ?? '', certificate, type, month: '2026-10' }
}

function personOf(n: number) {
  const { name, cuil, fileNumber } = receiptOf(n)
  const [lastName = '', firstName = ''] = name.split(', ')
  const digits = cuil.replaceAll('-', '')
  return {
    username: `recibo${n}`,
    first_name: firstName,
    last_name: lastName,
    cuil: digits,
    dni: digits.slice(2, -1),
    file_number: fileNumber,
  }
}

/** Sends a payroll to be split and signed, by the tus protocol; answers its process. */
export async function sendPayroll(url: string, { as, type, month }: Payroll, file: string): Promise<number> {
  const { size } = statSync(file)
  const made = await granted(
    ask(
      url,
      massive.create,
      { modo: 'split_sign', tipo: type, periodo: month, archivo: 'payroll.pdf', tamano: size },
      { as },
    ),
  )
  const sent = await fetch(`${url}${made.data.subida}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${as}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(size),
    },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  if (sent.status !== 204) throw new Error(`the upload was answered ${sent.status}: ${await sent.text()}`)
  return made.data.id
}

/** The process's state; null while the server doesn't answer. */
export async function standingOf(
  url: string,
  { as }: Payroll,
  id: number,
): Promise<MassivePublication | null> {
  const reply = await ask(url, massive.one, { id }, { as }).catch(() => null)
  return reply?.data ?? null
}

/** Waits until the process is at a step, and returns its state. Another step at which it would stay is an error. */
export async function untilStep(
  url: string,
  payroll: Payroll,
  id: number,
  step: MassivePublication['paso'],
  seconds: number,
  everyMilliseconds = 200,
): Promise<MassivePublication> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(everyMilliseconds)) {
    const now = await standingOf(url, payroll, id)
    if (now?.paso === step) return now
    if (now && now.estado !== 'in_progress') throw new Error(`it ended: ${JSON.stringify(now)}`)
  }
  throw new Error(`not at ${step}: ${JSON.stringify(await standingOf(url, payroll, id))}`)
}

/** Publishes the ready receipts, signed; `visible_desde` leaves them invisible until then. */
export async function publishPayroll(
  url: string,
  { as, certificate }: Payroll,
  id: number,
  input: { recibos: number; notificar: boolean; visible_desde?: string },
): Promise<Reply> {
  return ask(
    url,
    massive.publish,
    { id, ...input, certificado: certificate, password: certificatePassword },
    { as },
  )
}

/** Gives the certificate's password again, where it is waited for. */
export function continuePayroll(url: string, { as, certificate }: Payroll, id: number): Promise<Reply> {
  return ask(url, massive.continue, { id, certificado: certificate, password: certificatePassword }, { as })
}

async function granted(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked
  if (reply.code) throw new Error(`refused: ${reply.code} ${JSON.stringify(reply)}`)
  return reply
}
