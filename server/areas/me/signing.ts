import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ParsedOf } from '#contract/call.ts'
import type { me } from '#contract/me/me.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertLoose } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { addRevision, documentFile, recordSignature } from '#server/areas/documents/operations.ts'
import {
  type EmployeeSigning,
  type Signature,
  signatureColumns,
  signaturePlaces,
  signByEmployee,
} from '#server/areas/signing/operations.ts'
import { provePerson, type StepUpMethod } from '#server/areas/proof/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { myRow, type MyRow, signingFacts } from './queries.ts'
import { readerOf, type Standing, whyShut } from './standing.ts'

type Wanted = ParsedOf<typeof me.sign>
type Signed = z.input<typeof me.sign.answer>

/** Bytes of a signed file at most: far above what two signatures add to the largest document. */
const maxBytes = 64 * 1_048_576

/**
 * Signs as the employee, who gave the password again: what was opened, conforme together or no conforme one by
 * one with its reason. Keys are made, files signed and put before the act; the act writes all documents or none,
 * and only where each still is what was signed.
 */
export async function signDocuments(ctx: Context, input: Wanted): Promise<Signed> {
  const ids = [...new Set(input.ids)]
  if (input.decision === 'conforme') {
    if (input.comment) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', 'comment')
  } else {
    if (ids.length > 1) refuse('SIGN_ONE_BY_ONE', 'ids')
    if (!input.comment) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'comment')
  }
  const method = await provePerson(ctx, input)
  const when = ctx.services.clock()
  const ready: Ready[] = []
  for (const id of ids) ready.push(await prepare(ctx, id, input, when))
  return ctx.act(async (tx) => {
    // The credentials may have changed while the files were being signed.
    const { standing } = await readerOf(ctx, tx)
    if (standing.shut) refuse(standing.shut)
    for (const document of ready) await commit(ctx, tx, document, { ...input, method, when, standing })
    return ready.map(({ row }) => ({ ...row, estado: input.decision, firmado: when }))
  })
}

/** A document with its signed file, put and still loose. */
interface Ready {
  row: MyRow
  /** SHA-256 of the revision that was signed. */
  before: string
  signature: Signature
  fileId: number
}

/** Reads what is to be signed, signs it outside of any transaction, and puts the result. */
async function prepare(ctx: Context, id: number, input: Wanted, when: Date): Promise<Ready> {
  const { services, session } = ctx
  const { row, file, facts, places } = await ctx.read(async (tx) => {
    const { reader, standing } = await readerOf(ctx, tx)
    const found = signable(await myRow(tx.db, reader, id), standing)
    const about = await signingFacts(tx.db, id)
    return {
      row: found,
      file: await documentFile(tx, id, found.revision),
      facts: about,
      places: await signaturePlaces(tx, about.type_id, about.type_version, found.paginas),
    }
  })
  const pdf = await services.files.read(file.key)
  if (createHash('sha256').update(pdf).digest('hex') !== file.sha256)
    throw new Error(`the file of document ${id} is not what was published`)
  const signing: EmployeeSigning = {
    pdf,
    places,
    verificationCode: row.codigo_verificacion,
    language: languageOfCountry(facts.country),
    zone: session.zone,
    when,
    employee: {
      name: facts.sort_name ?? '',
      taxId: facts.cuil,
      company: facts.employer,
      country: facts.country,
      mail: facts.mail,
    },
    decision: input.decision,
    ...(input.comment && { comment: input.comment }),
  }
  const signature = await signByEmployee(services, signing)
  const stored = await services.files.put(session.company, signature.bytes, { type: 'pdf', maxBytes })
  const fileId = await ctx.write((tx) => insertLoose(tx, stored))
  return { row, before: file.sha256, signature, fileId }
}

function signable(row: MyRow | undefined, standing: Standing): MyRow {
  if (!row) refuse('NOT_FOUND')
  const shut = whyShut(row, standing)
  if (shut) refuse(shut)
  if (row.leido === null) refuse('SIGN_NOT_ALLOWED_UNREAD')
  return row
}

interface Act extends Wanted {
  method: StepUpMethod
  when: Date
  standing: Standing
}

/** The signed revision, the signature with its evidence, and the case that a no conforme opens. */
async function commit(ctx: Context, tx: Tx, ready: Ready, act: Act): Promise<void> {
  const { row, before, signature, fileId } = ready
  const { decision, comment = null, method, when, standing } = act
  const revision = await addRevision(tx, {
    documentId: row.id,
    expectedRevision: row.revision,
    expectedState: 'published',
    madeBy: 'employee',
    file: { id: fileId, sha256: signature.sha256 },
    set: { signing: decision, signed_at: when },
  })
  const evidence = { decision, method, credential: standing.credential }
  await recordSignature(tx, {
    document_id: row.id,
    revision,
    signer: 'employee',
    user_id: ctx.session.userId,
    ...signatureColumns(signature),
    ...evidence,
    comment,
    signed_at: when,
  })
  if (decision === 'no_conforme') {
    await tx.db
      .insertInto('disagreements')
      .values({ company_id: tx.company, document_id: row.id, opened_at: when })
      .execute()
  }
  await recordEvent(tx, {
    subject: { kind: 'document', id: row.id },
    act: 'signed',
    actorId: ctx.evidence.actorId,
    at: when,
    data: {
      ...evidence,
      ...(standing.printed && { printed: standing.printed }),
      revision,
      signed: before,
      made: signature.sha256,
      serial: signature.serial,
    },
    detail: { ...ctx.evidence.detail, text: comment },
  })
}
