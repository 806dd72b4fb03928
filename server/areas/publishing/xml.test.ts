import { beforeAll, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { onePage, payslip } from '#pdf/testing/samples.ts'
import { printedTaxId } from '#server/shared/text/printed.ts'
import { sweepFiles } from '#server/shared/files/files.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { saysAmount } from '#server/shared/text/amounts.ts'

let app: TestApp
let company: MadeCompany
let bearer: string
let stamped: number
let plain: number
beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-04T15:00:00Z'))
  company = await aCompany(app)
  await aBystander(app, company)
  bearer = (await anAdministrator(app, company)).bearer
  stamped = (await aType(app, company, { hasXml: true })).id
  plain = (await aType(app, company)).id
})

interface Cfdi {
  rfc?: string
  from?: string
  to?: string
  total?: string
}

/** A payroll CFDI as the tax office's schema writes it, without its stamps. */
const cfdi = ({ rfc = '', from = '2026-10-01', to = '2026-10-15', total = '1275591.84' }: Cfdi) =>
  Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Total="${total}" Fecha="2026-10-16T09:00:00">
  <cfdi:Emisor Rfc="AAL050607XY1" Nombre="AUSTRAL ALIMENTOS"/>
  <cfdi:Receptor Rfc="${rfc}" Nombre="NÚÑEZ &amp; CÍA"/>
  <cfdi:Complemento>
    <nomina12:Nomina xmlns:nomina12="http://www.sat.gob.mx/nomina12" FechaInicialPago="${from}" FechaFinalPago="${to}"/>
  </cfdi:Complemento>
</cfdi:Comprobante>`)

interface Given {
  xml?: Uint8Array | undefined
  tipo?: number
  periodo?: string | undefined
  name?: string
  confirm?: string[]
}

async function publish(person: Person, given: Given) {
  const { xml, tipo = stamped, name = 'recibo.xml', confirm } = given
  const periodo = 'periodo' in given ? given.periodo : '2026-10'
  return app.call(
    publishing.single,
    { cuil: person.cuil, periodo, tipo },
    {
      as: bearer,
      file: { name: 'Recibo.pdf', bytes: await payslip({ taxId: person.cuil }) },
      ...(xml && { beside: { name, bytes: xml } }),
      ...(confirm && { confirm }),
    },
  )
}

describe('an XML', () => {
  test('is published with its PDF, kept with it, and handed out as it came', async () => {
    const person = await aPerson(app, company)
    const xml = cfdi({ rfc: person.cuil })
    const { status, data } = await publish(person, { xml })
    expect(status).toBe(200)
    await sweepFiles(app.services, company.id, 0)
    const there = await app.call(documents.xml, { a: data.id, b: 0 }, { as: bearer })
    expect(there.bytes.equals(xml)).toBe(true)
    const events = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('events').select('data').where('subject_id', '=', data.id).execute(),
    )
    expect(events).toContainEqual({
      data: expect.objectContaining({ xml: expect.any(String), confirmed: [] }),
    })
  })

  test.each<[string, (person: Person) => Given, string]>([
    ['missing where the type has the flag', () => ({}), 'PUBLISH_XML_REQUIRED'],
    [
      'given where it has not',
      (p) => ({ xml: cfdi({ rfc: p.cuil }), tipo: plain }),
      'PUBLISH_XML_NOT_EXPECTED',
    ],
    [
      'of another name',
      (p) => ({ xml: cfdi({ rfc: p.cuil }), name: 'otro.xml' }),
      'PUBLISH_XML_NAME_DIFFERS',
    ],
  ])('%s is refused', async (_, given, code) => {
    const person = await aPerson(app, company)
    const answer = await publish(person, given(person))
    expect([answer.code, answer.errors[0]?.field]).toEqual([code, 'xml'])
  })

  const bomb = `<!DOCTYPE l [<!ENTITY a "${'ja'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(9)}">]><l>&b;</l>`
  test.each<[string, string | Uint8Array, string]>([
    [
      'that fetches a file',
      '<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>',
      'PUBLISH_XML_ENTITIES',
    ],
    [
      'that fetches an address',
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:9/">%p;]><x/>',
      'PUBLISH_XML_ENTITIES',
    ],
    ['that grows without end', `<?xml version="1.0"?>${bomb}`, 'PUBLISH_XML_ENTITIES'],
    ['with an entity nobody declared', '<?xml version="1.0"?><x>&nadie;</x>', 'PUBLISH_XML_NOT_READABLE'],
    ['never closed', '<?xml version="1.0"?><x><y></x>', 'PUBLISH_XML_NOT_READABLE'],
    ['cut in the middle', cfdi({}).subarray(0, 300), 'PUBLISH_XML_NOT_READABLE'],
    ['with two roots', '<?xml version="1.0"?><x/><y/>', 'PUBLISH_XML_NOT_READABLE'],
    ['with one attribute twice', '<?xml version="1.0"?><x a="1" a="2"/>', 'PUBLISH_XML_NOT_READABLE'],
    ['of a prefix nobody declared', '<?xml version="1.0"?><cfdi:x/>', 'PUBLISH_XML_NOT_READABLE'],
    ['with a control character', '<?xml version="1.0"?><x>\u0001</x>', 'PUBLISH_XML_NOT_READABLE'],
    ['deeper than any form', `<?xml version="1.0"?>${'<a>'.repeat(200_000)}`, 'PUBLISH_XML_NOT_READABLE'],
    ['that says Latin-1', '<?xml version="1.0" encoding="ISO-8859-1"?><x/>', 'PUBLISH_XML_ENCODING'],
    ['that is Latin-1', Buffer.from('<?xml version="1.0"?><x n="Núñez"/>', 'latin1'), 'PUBLISH_XML_ENCODING'],
    [
      'in UTF-16',
      Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><x/>', 'utf16le'),
      'SYSTEM_API_WRONG_MIME_TYPE',
    ],
    ['that is a PDF', onePage(), 'SYSTEM_API_WRONG_MIME_TYPE'],
    [
      'over 1 MB',
      `<?xml version="1.0"?><x>${' '.repeat(1_048_576)}</x>`,
      'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
    ],
  ])('%s is refused', async (_, text, code) => {
    const answer = await publish(await aPerson(app, company), { xml: Buffer.from(text) })
    expect([answer.code, answer.errors[0]?.field]).toEqual([code, 'xml'])
  })

  test('that doesn’t agree with the person, the month or the PDF asks for a confirmation that names both', async () => {
    const [person, other] = [await aPerson(app, company), await aPerson(app, company)]
    const xml = cfdi({ rfc: other.cuil, from: '2026-09-01', to: '2026-09-15', total: '9999.50' })
    const asked = await publish(person, { xml })
    expect(asked.code).toBe('CONFIRMATION_REQUIRED')
    expect(asked.errors.map(({ code }) => code)).toEqual([
      'PUBLISH_OTHER_EMPLOYEE_IN_XML',
      'PUBLISH_OTHER_PERIOD_IN_XML',
      'PUBLISH_OTHER_TOTAL_IN_XML',
    ])
    const [who, month, total] = asked.errors.map(({ message }) => message)
    expect(who).toContain(printedTaxId(other.cuil, 'AR'))
    expect(who).toContain(printedTaxId(person.cuil, 'AR'))
    expect(month).toMatch(/01\/09\/2026.*15\/09\/2026.*octubre de 2026/)
    expect(total).toContain('9999.50')
    const confirm = asked.errors.map(({ code }) => code)
    expect((await publish(person, { xml, confirm })).status).toBe(200)
  })

  test('of a month goes with a document of a type without months', async () => {
    const { id: tipo } = await aType(app, company, { hasXml: true, hasPeriod: false })
    const person = await aPerson(app, company)
    const xml = cfdi({ rfc: person.cuil })
    expect(await publish(person, { xml, tipo, periodo: undefined })).toMatchObject({ status: 200 })
  })

  test('for a receiver who is nobody here names the receiver', async () => {
    const { errors } = await publish(await aPerson(app, company), { xml: cfdi({ rfc: 'GODE561231GR8' }) })
    const fault = errors.find(({ code }) => code === 'PUBLISH_OTHER_EMPLOYEE_IN_XML')
    expect(fault?.message).toContain('GODE561231GR8')
  })

  test('of a form that nobody knows is looked through for the person', async () => {
    const [person, other] = [await aPerson(app, company), await aPerson(app, company)]
    const of = (text: string) => ({ xml: Buffer.from(`<?xml version="1.0"?><r><d>${text}</d></r>`) })
    expect((await publish(person, of('nada'))).errors[0]?.code).toBe('PUBLISH_EMPLOYEE_NOT_IN_XML')
    expect((await publish(person, of(other.cuil))).errors[0]?.code).toBe('PUBLISH_OTHER_EMPLOYEE_IN_XML')
    expect((await publish(person, of(person.cuil))).status).toBe(200)
  })
})

test('a file given twice, or of another name, is refused', async () => {
  const boundary = 'frontera'
  const file = (field: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.xml"\r\n\r\n<?xml version="1.0"?><a/>\r\n`
  for (const fields of [['xml', 'xml'], ['otro']]) {
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api${publishing.single.path}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `${fields.map(file).join('')}--${boundary}--\r\n`,
    })
    expect(answer.json().code).toBe('SYSTEM_API_PARAMETER_NOT_EXPECTED')
  }
})

test.each([
  ['NETO 1.275.591,84', '1275591.84', true],
  ['NETO 1,275,591.84', '1275591.840000', true],
  ["NETO 1'275'591.84 MXN", '1275591.84', true],
  ['10 20 1275591.84', '1275591.84', true],
  ['NETO 12,000', '12000.00', true],
  ['NETO 11.275.591,84', '1275591.84', false],
  ['NETO 1.275.591,845', '1275591.84', false],
  ['NETO 275.591,84', '1275591.84', false],
  ['cualquiera', 'cualquiera', false],
])('%s says %s: %s', (text, amount, says) => {
  expect(saysAmount(text, amount)).toBe(says)
})
