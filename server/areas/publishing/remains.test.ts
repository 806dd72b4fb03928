import { beforeAll, expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { PdfDocument } from '#pdf/document.ts'
import { everythingIn } from '#pdf/testing/contents.ts'
import { qpdfCheck } from '#pdf/testing/judges.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import { pageObjects } from '#pdf/roles.ts'
import { serializeDict } from '#pdf/serialize.ts'
import { Ref, Stream } from '#pdf/syntax.ts'
import { Update } from '#pdf/update.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp } from '#server/testing/app.ts'
import { aPerson } from '#server/testing/factories.ts'
import { aPublisher, type Publisher, slipOf } from '#server/testing/publishing.ts'

let app: TestApp
let company: MadeCompany
let bearer: string
let publish: Publisher['publish']
beforeAll(async () => {
  ;({ app, company, bearer, publish } = await aPublisher())
})

const secret = 'QUIROGA LUIS 20-30000002-9'

/** The file after a revision that adds an object to which nothing refers. */
function withRemains(pdf: Uint8Array, remains = `(${secret})`): Uint8Array {
  const update = new Update(new PdfDocument(pdf))
  update.write(update.allocate(), remains)
  return update.finish()
}

/** The file after a revision that writes the first page's content anew: the former one stands in the bytes still. */
function withFormerContent(pdf: Uint8Array): Uint8Array {
  const doc = new PdfDocument(pdf)
  const [ref] = doc.array(pageObjects(doc)[0]?.dict.get('Contents')) ?? []
  const content = doc.get(ref)
  if (!(ref instanceof Ref && content instanceof Stream)) throw new Error('the slip has no content')
  const update = new Update(doc)
  update.stream(
    ref,
    serializeDict(content.dict)
      .slice(2, -2)
      .replace(/\/Length \d+/, ''),
    doc.raw(content),
  )
  return update.finish()
}

test('an unsigned upload is published without earlier revisions and objects beyond reach', async () => {
  const person = await aPerson(app, company)
  const upload = withRemains(await slipOf(person))
  expect(await everythingIn(upload)).toContain(secret)
  const answer = await publish(person, {}, { bytes: upload })
  expect(answer.status).toBe(200)
  const { bytes } = await app.call(documents.download, { a: answer.data.id, b: 0 }, { as: bearer })
  const all = await everythingIn(bytes)
  expect(all).not.toContain(secret)
  expect(all.split('%%EOF')).toHaveLength(2)
  expect(all).toContain(person.cuil.slice(2, 10))
  expect(qpdfCheck(bytes)).toMatchObject({ accepted: true })
})

test.each([
  ['nothing', (pdf: Uint8Array) => pdf],
  ['a number', (pdf: Uint8Array) => withRemains(pdf, '7')],
  ['an empty object', (pdf: Uint8Array) => withRemains(pdf, 'null')],
])('a signed upload that carries %s beyond its pages is published at once', async (_, changed) => {
  const { signAsCompany } = await makeSigners()
  const person = await aPerson(app, company)
  const plain = await publish(person, {}, { bytes: await signAsCompany(changed(await slipOf(person))) })
  expect(plain.status).toBe(200)
})

test.each([
  ['an object beyond reach', (pdf: Uint8Array) => withRemains(pdf)],
  ['a content that a later revision replaced', withFormerContent],
])('a signed upload with %s is published once that is confirmed', async (_, changed) => {
  const { signAsCompany } = await makeSigners()
  const person = await aPerson(app, company)
  const bytes = await signAsCompany(changed(await slipOf(person)))
  const asked = await publish(person, {}, { bytes })
  expect(asked).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
    errors: [{ code: 'PUBLISH_CARRIES_MORE', field: 'file' }],
  })
  expect((await publish(person, {}, { bytes, confirm: ['PUBLISH_CARRIES_MORE'] })).status).toBe(200)
})
