import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { verification, type VerificationReport } from '#contract/verification.ts'
import { issueCompanyCertificate } from '#pdf/certificates.ts'
import { pdfsig } from '#pdf/testing/judges.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import { type Tampered, tamperedFiles } from '#pdf/testing/tampered.ts'
import es from '#locales/es/verification.json' with { type: 'json' }
import pt from '#locales/pt/verification.json' with { type: 'json' }
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aCompany, aPerson, inCompany } from '#server/testing/factories.ts'
import { withSection } from '#server/testing/sections.ts'
import { recordSignatures } from '#server/areas/documents/operations.ts'
import { signByCompany, signByEmployee } from '#server/areas/signing/operations.ts'

/**
 * A document that company and employee signed, altered in every way that is known for signed PDFs, given to the
 * public page; beside it the opinion of poppler's `pdfsig`. docs/tampering.md is what both say.
 */
let app: TestApp
let untouched: Uint8Array
let list: Tampered[]

beforeAll(async () => {
  app = await testApp()
  const company = await aCompany(app, { name: 'Austral Alimentos' })
  await aBystander(app, company)
  const ana = await aPerson(app, company, { firstName: 'Ana', lastName: 'Álvarez' })
  const when = app.services.clock()
  const holder = { name: 'RIVAROLA, Carlos', position: 'Apoderado' }
  const issued = await issueCompanyCertificate(
    { ...holder, company: 'Austral S.A.', companyTaxId: '30709126845', country: 'AR' },
    { from: when },
  )
  const facts = {
    places: {
      company: { page: 'last', corner: 'left' },
      employee: { page: 'last', corner: 'right' },
    },
    verificationCode: 'ABCDEFGHIJKLMNOP',
    language: 'es',
    zone: 'America/Argentina/Buenos_Aires',
    when,
  } as const
  const signer = {
    ...holder,
    certificateId: 1,
    licensed: false,
    chain: [issued.certificate],
    serial: '0a',
    key: issued.key,
    picture: undefined,
    ink: undefined,
  }
  const employee = { name: 'ÁLVAREZ, Ana', taxId: ana.cuil, company: 'Austral S.A.', country: 'AR' }
  // Digest of the first signed file, the one that stays untouched.
  let signedDigest: string | undefined
  const { signAsStranger } = await makeSigners(when)
  ;({ untouched, list } = await tamperedFiles({
    asCompany: async (pdf) =>
      (await signByCompany(app.services, signer, { ...facts, pdf, employeeSignsToo: true })).bytes,
    asEmployee: async (pdf) => {
      const signed = await signByEmployee(app.services, { ...facts, pdf, employee, decision: 'no_conforme' })
      signedDigest ??= signed.signedDigest
      return signed.bytes
    },
    asStranger: signAsStranger,
  }))
  const type = await aType(app, company)
  const id = await aDocument(app, company, {
    employee_id: ana.id,
    type_id: type.id,
    bytes: Buffer.from(untouched),
  })
  await inCompany(app, company.id, async (tx) => {
    const { n } = await tx.db
      .selectFrom('document_revisions')
      .select('n')
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow()
    await recordSignatures(tx, [
      {
        document_id: id,
        revision: n,
        signer: 'employee',
        user_id: ana.id,
        signer_name: 'ÁLVAREZ, Ana',
        decision: 'no_conforme',
        method: 'password',
        level: 'B-B',
        algorithm: 'ECDSA',
        certificate_serial: '0b',
        sha256: 'x',
        signed_digest: signedDigest ?? '',
        signed_at: when,
      },
    ])
    await tx.db
      .insertInto('certificates')
      .values({
        company_id: tx.company,
        holder_name: 'Carlos Rivarola',
        position: 'Apoderado',
        mail: 'c@correo.example',
        tax_id: '20249031179',
        company_name: 'Austral S.A.',
        company_tax_id: '30709126845',
        chain: [Buffer.from(issued.certificate)],
        serial: '0a',
        wrapped_key: JSON.stringify({}),
        password_hash: 'none',
        valid_from: when,
        valid_until: new Date(when.getTime() + 1e9),
        created_by: ana.id,
      })
      .execute()
  })
})

let calls = 0
async function ask(bytes: Uint8Array): Promise<VerificationReport | null> {
  // Each from an address of its own: somebody who sends many is slowed down.
  const address = `10.1.0.${++calls % 250}`
  const { data } = await app.call(verification.verify, {}, { file: { name: 'recibo.pdf', bytes }, address })
  return data ?? null
}

/** The report as the page says it: the verdict, then each different reason. */
function said(report: VerificationReport | null, words: typeof es): string {
  if (!report) return '—'
  const verdict =
    report.veredicto === 'valido'
      ? words.veredicto.valido_other.replace('{{count}}', String(report.firmas.length))
      : words.veredicto[report.veredicto]
  const reasons = report.firmas.flatMap(({ problemas, cambios }) => [
    ...problemas.filter((one) => one !== 'changed_afterwards').map((one) => words.problema[one]),
    ...cambios.map(({ que, pagina }) =>
      (pagina === null ? words.enArchivo : words.enPagina)
        .replace('{{pagina}}', String(pagina))
        .replace('{{cambio}}', words.cambio[que]),
    ),
  ])
  const gone = report.quitadas === 1 ? [words.quitadas_one] : []
  return [`**${verdict}**`, ...new Set([...gone, ...reasons])].join('<br>')
}

/** The verdict of `pdfsig` on each signature, and whether it notices later additions to the file. */
function others(file: Uint8Array): string {
  const text = pdfsig(file).said
  const blocks = text.split(/^Signature #\d+:/m).slice(1)
  if (blocks.length === 0) return 'no signatures'
  return blocks
    .map((block, n) => {
      const verdict = /Signature Validation: (.*)/.exec(block)?.[1] ?? 'nothing of its validity'
      const range = /- (Total document signed|Not total document signed)/.exec(block)?.[1] ?? ''
      return `${n + 1}: ${verdict.replace(/\.$/, '')}${range ? ` (${range.toLowerCase()})` : ''}`
    })
    .join('<br>')
}

test('the untouched file is valid, for us and for others', async () => {
  expect(await ask(untouched)).toMatchObject({ veredicto: 'valido', quitadas: 0 })
  expect(pdfsig(untouched)).toMatchObject({ accepted: true, valid: 2 })
})

describe('no tampering passes', () => {
  let answered:
    | Promise<(Pick<Tampered, 'what' | 'file'> & { report: VerificationReport | null })[]>
    | undefined
  const answers = () =>
    (answered ??= (async () => {
      const found = []
      for (const one of [{ what: 'nothing', file: untouched }, ...list])
        found.push({ ...one, report: await ask(one.file) })
      return found
    })())

  test('each is called altered or not valid, never anything better', async () => {
    for (const { what, report } of await answers()) {
      if (what === 'nothing') continue
      expect([what, report?.veredicto ?? 'unreadable']).toEqual([
        what,
        expect.stringMatching(/^(alterado|con_problemas|unreadable)$/),
      ])
    }
  })

  test('tampering.tsv lists the answer to each', async () => {
    const lines = []
    for (const { what, report } of await answers()) {
      const { veredicto = 'unreadable', faltan, quitadas, registro } = report ?? {}
      const signatures = (report?.firmas ?? []).map((firma) =>
        [
          firma.valida ? 'valid' : 'not valid',
          firma.aval,
          firma.despues,
          ...firma.problemas,
          ...firma.cambios.map(({ que, pagina }) => `${que} ${pagina ?? 'file'}`),
        ].join(' '),
      )
      const known = registro ? `${registro.empresa} ${registro.completo ? 'whole' : 'begun'}` : 'unknown'
      lines.push([what, veredicto, `${faltan} missing, ${quitadas} gone`, known, ...signatures].join('\t'))
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./tampering.tsv')
  })

  test('an altered signature that covers another is reported as both', async () => {
    const drawn = list.find(({ what }) => what.startsWith('a stranger'))?.file ?? new Uint8Array()
    const altered = Buffer.from(drawn)
    // The first digit of the year in the stranger's time of signing.
    altered[altered.lastIndexOf('/M (D:') + 6] = '3'.charCodeAt(0)
    const report = await ask(altered)
    expect(report?.firmas.at(-1)).toMatchObject({ valida: false, problemas: ['digest', 'covers_others'] })
  })

  test('docs/tampering.md lists the answer to each', async () => {
    const rows = []
    for (const { what, file, report } of await answers()) {
      rows.push(`| ${what} | ${said(report, es)} | ${said(report, pt)} | ${others(file)} |`)
    }
    const section = [
      'A payslip that the company and then the employee signed (as *no conforme*), altered by code in each of these',
      'ways (`pdf/testing/tampered.ts`), and what the page `/verificar` says of it. The last column is what `pdfsig`',
      'of poppler says of each signature of the same file: it looks at what a signature covers, and not at what came',
      'after it. This section is written by a test (`npx vitest run server/areas/verification/tampering.test.ts -u`).',
      '',
      '| what was done | in Spanish | in Portuguese | pdfsig |',
      '|---|---|---|---|',
      ...rows,
    ]
    const page = join(import.meta.dirname, '../../../docs/tampering.md')
    await expect(withSection(page, 'With a signed file', section)).toMatchFileSnapshot(page)
  })
})
