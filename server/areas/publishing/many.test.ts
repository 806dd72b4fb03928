import { beforeAll, expect, test } from 'vitest'
import { acting } from '#demo/acting.ts'
import { qpdfCheck } from '#pdf/testing/judges.ts'
import { verifyPdf } from '#pdf/verify.ts'
import { anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { aPublisher, certificatePassword, now, type Publisher, slipOf } from '#server/testing/publishing.ts'
import { readAll } from '#server/areas/me/reading.ts'
import { signAll } from '#server/areas/me/signing.ts'
import { openCertificate } from '#server/areas/signing/operations.ts'
import type { Publication } from './preparing.ts'
import { publishAll } from './publishing.ts'

let p: Publisher
let administrator: Awaited<ReturnType<typeof acting>>
beforeAll(async () => {
  p = await aPublisher()
  const { id } = await anAdministrator(p.app, p.company)
  administrator = await acting(p.app.services, {
    company: p.company.id,
    userId: id,
    site: 's',
    since: now,
    address: '203.0.113.20',
    device: 'test',
  })
})

const publicationOf = async (person: Person, cuil = person.cuil): Promise<Publication> => ({
  cuil,
  tipo: p.type.id,
  periodo: '2026-10-01',
  notificar: true,
  file: { name: `${person.cuil}.pdf`, type: 'pdf', bytes: Buffer.from(await slipOf(person)) },
})

const publish = async (publications: readonly Publication[]) => {
  const ctx = administrator(now)
  return publishAll(ctx, publications, () => openCertificate(ctx, p.certificado, certificatePassword))
}

/** Everything that publishing writes of a document, without what differs from one to the next. */
const tracesOf = (id: number) =>
  inCompany(p.app, p.company.id, async (tx) => ({
    document: await tx.db
      .selectFrom('documents')
      .select(['state', 'signing', 'revision', 'period', 'sequence', 'source', 'massive', 'pages', 'notify'])
      .select(['type_version', 'employer_id', 'sector_id', 'certificate_id', 'published_at', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    revisions: await tx.db
      .selectFrom('document_revisions')
      .innerJoin('files', 'files.id', 'file_id')
      .select(['n', 'made_by', 'files.state', 'files.type'])
      .where('document_id', '=', id)
      .orderBy('n')
      .execute(),
    signatures: await tx.db
      .selectFrom('signatures')
      .select(['revision', 'signer', 'method', 'level', 'algorithm', 'decision', 'signer_name', 'signed_at'])
      .where('document_id', '=', id)
      .orderBy('revision')
      .execute(),
    events: await tx.db
      .selectFrom('events')
      .select(['act', 'at'])
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
    mails: await tx.db.selectFrom('mails').select('event').where('subject_id', '=', id).execute(),
  }))

const idOf = (outcome: object | undefined) => (outcome && 'id' in outcome ? Number(outcome.id) : 0)

test('many leave the same rows, evidence and mails as one by one, and a fault stops its own document alone', async () => {
  const [alone, ...crowd] = await Promise.all([1, 2, 3, 4].map(() => aPerson(p.app, p.company)))
  if (!alone) throw new Error('nobody')
  const single = await p.publish(alone, { ...p.signed(), notificar: true })
  expect(single.code).toBeUndefined()
  const publications = await Promise.all(crowd.map((person) => publicationOf(person)))
  const stranger = await publicationOf(alone, '20000000001')
  const outcomes = await publish([...publications, stranger])
  expect(outcomes[3]).toMatchObject({ code: 'SYSTEM_API_INVALID_CUIL' })
  const expected = await tracesOf(single.data.id)
  for (const outcome of outcomes.slice(0, 3)) expect(await tracesOf(idOf(outcome))).toEqual(expected)
  // Asked for again nothing is done twice.
  const again = await publish(publications)
  expect(again).toMatchObject(publications.map(() => ({ code: 'SYSTEM_API_FILE_EXISTS' })))
})

test('a past that is answered at once has each signature at its own moment, and holds before the judges', async () => {
  const person = await aPerson(p.app, p.company)
  const [outcome] = await publish([await publicationOf(person)])
  const id = idOf(outcome)
  const owner = await acting(p.app.services, {
    company: p.company.id,
    userId: person.id,
    site: 'e',
    since: now,
    address: '198.51.100.37',
    device: 'test',
  })
  const [readAt, at] = [new Date('2026-11-04T21:00:00Z'), new Date('2026-11-04T21:03:00Z')]
  const answer = { id, decision: 'no_conforme', comment: 'Faltan horas.', at } as const
  const unread = signAll(owner(at), [answer], 'password')
  await expect(unread).rejects.toMatchObject({ code: 'SIGN_NOT_ALLOWED_UNREAD' })
  await readAll(owner(at), [{ id, at: readAt }])
  await signAll(owner(at), [answer], 'password')
  const { document, revisions, signatures, events } = await tracesOf(id)
  expect(document).toMatchObject({ signing: 'no_conforme', revision: 3 })
  expect(revisions.map(({ made_by, state }) => [made_by, state])).toEqual([
    ['original', 'kept'],
    ['company', 'kept'],
    ['employee', 'kept'],
  ])
  expect(signatures[1]).toMatchObject({ signer: 'employee', decision: 'no_conforme', signed_at: at })
  expect(events.map(({ act }) => act)).toEqual(['uploaded', 'published', 'read', 'signed'])
  const { key } = await inCompany(p.app, p.company.id, (tx) =>
    tx.db
      .selectFrom('document_revisions')
      .innerJoin('files', 'files.id', 'file_id')
      .select('files.key')
      .where('document_id', '=', id)
      .where('n', '=', 3)
      .executeTakeFirstOrThrow(),
  )
  const pdf = await p.app.services.files.read(key)
  qpdfCheck(pdf)
  expect(await verifyPdf(pdf)).toMatchObject({ ok: true })
})
