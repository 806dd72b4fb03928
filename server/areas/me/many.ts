import { createHash } from 'node:crypto'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type EventToRecord, recordEvents } from '#server/shared/evidence/events.ts'
import { insertKept, type StoredFile } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { provePassword } from '#server/areas/account/operations.ts'
import { addRevisions, recordSignatures } from '#server/areas/documents/operations.ts'
import {
  type Signature,
  signatureColumns,
  signaturePlaces,
  signByEmployee,
} from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { myRowsOf, type MyRow, newestFiles, noteReadings, signingFactsOf } from './queries.ts'
import { readerOf, type Standing, whyShut } from './standing.ts'

/** A person's reading and answer of one document of their own. */
export interface Reading {
  id: number
  readAt: Date
  answer: { decision: 'conforme' | 'no_conforme'; comment: string | null; at: Date } | null
}

/**
 * A person's readings and signatures of many documents, each at its own moment: the same rules, rows and evidence
 * as reading and signing them one after the other, the password given once, all or none written. For a past that
 * is made or brought along.
 */
export async function answerMany(
  ctx: Context,
  readings: readonly Reading[],
  password: string,
): Promise<void> {
  if (readings.length === 0) return
  const answers = readings.flatMap(({ id, answer }) => (answer ? [{ id, ...answer }] : []))
  if (answers.length > 0) await provePassword(ctx, password)
  const { rows, standing } = await read(ctx, readings)
  if (answers.length === 0) return
  const ready = await Promise.all(await prepare(ctx, rows, standing, answers))
  await ctx.write(async (tx) => {
    const files = await insertKept(
      tx,
      ready.map(({ stored }) => stored),
    )
    const revisions = await addRevisions(
      tx,
      ready.map(({ row, decision, at, stored }, index) => ({
        documentId: row.id,
        expectedRevision: row.revision,
        expectedState: 'published' as const,
        madeBy: 'employee' as const,
        file: { id: files[index] ?? 0, sha256: stored.sha256 },
        set: { signing: decision, signed_at: at },
      })),
    )
    await note(
      ctx,
      tx,
      ready.map((one, index) => ({ ...one, revision: revisions[index] ?? 0 })),
      standing,
    )
  })
}

/** Notes the first readings, and all of them as evidence. */
async function read(
  ctx: Context,
  readings: readonly Reading[],
): Promise<{ rows: Map<number, MyRow>; standing: Standing }> {
  return ctx.write(async (tx) => {
    const { reader, standing } = await readerOf(ctx, tx)
    const found = await myRowsOf(
      tx.db,
      reader,
      readings.map(({ id }) => id),
    )
    const rows = new Map(found.map((row) => [row.id, row]))
    for (const { id } of readings) {
      const row = rows.get(id)
      if (!row) refuse('NOT_FOUND')
      if (row.state === 'cancelled') refuse('DOCUMENT_CANCELLED')
      if (row.cerrado) refuse('SIGN_NOT_ALLOWED_CLOSED')
    }
    await noteReadings(
      tx.db,
      readings.map(({ id, readAt }) => ({ id, at: readAt })),
    )
    await recordEvents(
      tx,
      readings.map(({ id, readAt }) => ({
        subject: { kind: 'document', id },
        act: 'read',
        ...ctx.evidence,
        at: readAt,
        data: { revision: rows.get(id)?.revision },
      })),
    )
    return { rows, standing }
  })
}

type Answered = NonNullable<Reading['answer']> & { id: number }

interface Ready extends Answered {
  row: MyRow
  before: string
  signature: Signature
  stored: StoredFile
}

/** Signs each outside of any transaction, with a key of its own, beside each other. */
async function prepare(
  ctx: Context,
  rows: ReadonlyMap<number, MyRow>,
  standing: Standing,
  answers: readonly Answered[],
): Promise<Promise<Ready>[]> {
  const { services, session } = ctx
  const ids = answers.map(({ id }) => id)
  const { files, facts, places } = await ctx.read(async (tx) => {
    const about = new Map((await signingFactsOf(tx.db, ids)).map((one) => [one.id, one]))
    return { files: await newestFiles(tx.db, ids), facts: about, places: await placesOf(tx, rows, about) }
  })
  return answers.map(async (answer) => {
    const [row, file, about, place] = [rows, files, facts, places].map((of) => of.get(answer.id)) as [
      MyRow | undefined,
      ReturnType<typeof files.get>,
      ReturnType<typeof facts.get>,
      ReturnType<typeof places.get>,
    ]
    if (!row || !file || !about || !place) return refuse('NOT_FOUND')
    const shut = whyShut(row, standing)
    if (shut) refuse(shut)
    const { decision, comment, at } = answer
    if (decision === 'no_conforme' && !comment) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'comment')
    const pdf = await services.files.read(file.key)
    if (createHash('sha256').update(pdf).digest('hex') !== file.sha256)
      throw new Error(`the file of document ${row.id} is not what was published`)
    const signature = await signByEmployee(services, {
      pdf,
      places: place,
      verificationCode: row.codigo_verificacion,
      language: languageOfCountry(about.country),
      zone: session.zone,
      when: at,
      employee: {
        name: about.sort_name ?? '',
        taxId: about.cuil,
        company: about.employer,
        country: about.country,
        mail: about.mail,
      },
      decision,
      ...(comment && { comment }),
    })
    const limits = { type: 'pdf', maxBytes: signature.bytes.length } as const
    const stored = await services.files.put(session.company, signature.bytes, limits)
    return { ...answer, row, before: file.sha256, signature, stored }
  })
}

async function placesOf(
  tx: Tx,
  rows: ReadonlyMap<number, MyRow>,
  facts: ReadonlyMap<number, { type_id: number; type_version: number }>,
) {
  const known = new Map<string, Awaited<ReturnType<typeof signaturePlaces>>>()
  const places = new Map<number, Awaited<ReturnType<typeof signaturePlaces>>>()
  for (const [id, { type_id, type_version }] of facts) {
    const pages = rows.get(id)?.paginas ?? 1
    const key = `${type_id} ${type_version} ${pages}`
    const found = known.get(key) ?? (await signaturePlaces(tx, type_id, type_version, pages))
    known.set(key, found)
    places.set(id, found)
  }
  return places
}

/** The signatures with their evidence, and the cases that a no conforme opens. */
async function note(
  ctx: Context,
  tx: Tx,
  signed: readonly (Ready & { revision: number })[],
  standing: Standing,
): Promise<void> {
  const credential = standing.credential
  await recordSignatures(
    tx,
    signed.map(({ row, revision, signature, decision, comment, at }) => ({
      document_id: row.id,
      revision,
      signer: 'employee' as const,
      user_id: ctx.session.userId,
      ...signatureColumns(signature),
      decision,
      method: 'password' as const,
      credential,
      comment,
      signed_at: at,
    })),
  )
  const cases = signed.filter(({ decision }) => decision === 'no_conforme')
  if (cases.length > 0) {
    const opened = cases.map(({ row, at }) => ({
      company_id: tx.company,
      document_id: row.id,
      opened_at: at,
    }))
    await tx.db.insertInto('disagreements').values(opened).execute()
  }
  await recordEvents(
    tx,
    signed.map(({ row, revision, before, signature, decision, comment, at }): EventToRecord => ({
      subject: { kind: 'document', id: row.id },
      act: 'signed',
      actorId: ctx.evidence.actorId,
      at,
      data: {
        decision,
        method: 'password',
        credential,
        ...(standing.printed && { printed: standing.printed }),
        revision,
        signed: before,
        made: signature.sha256,
        serial: signature.serial,
      },
      detail: { ...ctx.evidence.detail, text: comment },
    })),
  )
}
