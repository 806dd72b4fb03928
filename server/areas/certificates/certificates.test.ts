import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { certificates } from '#contract/certificates.ts'
import { unwrapKey, type WrappedKey } from '#pdf/keys.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander, keepAsMade } from '#server/testing/bystander.ts'
import { copyCertificate } from '#server/testing/certificates.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn, stepUp } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { expirePast } from './jobs.ts'
import { signatureFile } from './queries.ts'

const secret = 'Tranvia-61-rojo'
let app: TestApp
let company: MadeCompany
let bearer: string
let picture: Buffer
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  bearer = (await anAdministrator(app, company)).bearer
  picture = await sharp({ create: { width: 300, height: 120, channels: 4, background: '#1c3d8f' } })
    .withExif({ IFD0: { Copyright: 'whoever scanned it' } })
    .jpeg()
    .toBuffer()
})

const wanted = () => ({
  nombre: 'Carlos Eduardo Rivarola',
  cargo: 'Apoderado',
  mail: 'c.rivarola@correo.example',
  cuil: '20249031179',
  id_empleador: company.employers[0] ?? 0,
  pass: secret,
  repass: secret,
  responsabilidad: true as const,
})

async function create(
  input: Partial<ReturnType<typeof wanted>> & { reemplaza?: number } = {},
  as = bearer,
  bytes: Uint8Array = picture,
) {
  return app.call(
    certificates.create,
    { ...wanted(), ...input },
    {
      as,
      file: { name: 'firma.jpg', bytes },
      headers: await stepUp(app, as),
    },
  )
}

async function expire(id: number, as = bearer) {
  return app.call(certificates.expire, { id }, { as, headers: await stepUp(app, as) })
}

const rowOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

describe('a certificate', () => {
  test('is made with a key that only its password opens, listed, shown, and expired for good', async () => {
    expect((await app.call(certificates.list, {}, { as: bearer })).data).toEqual([])
    const made = await create()
    expect(made).toMatchObject({
      status: 200,
      data: {
        nombre: 'Carlos Eduardo Rivarola',
        estado: 'active',
        razon_social: expect.stringContaining('S.A.'),
      },
    })
    const { id } = made.data
    const row = await rowOf(id)
    expect(JSON.stringify(row)).not.toContain(secret)
    await expect(unwrapKey(row.wrapped_key as unknown as WrappedKey, 'otra-clave-1')).rejects.toThrow()
    expect((await unwrapKey(row.wrapped_key as unknown as WrappedKey, secret)).asymmetricKeyType).toBe('rsa')
    const years =
      new Date(made.data.vigente_hasta).getUTCFullYear() - new Date(made.data.vigente_desde).getUTCFullYear()
    expect(years).toBe(2)

    const shown = await app.call(certificates.signature, { id }, { as: bearer })
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' })
    expect(shown.bytes.toString('latin1')).not.toContain('whoever scanned it')

    expect(await create()).toMatchObject({ status: 409, code: 'CERTIFICATES_MOST_ACTIVE' })
    expect((await app.call(certificates.setup, {}, { as: bearer })).data).toMatchObject({
      crear: 'CERTIFICATES_MOST_ACTIVE',
      vencer: null,
      activos: 1,
      maximo: 1,
    })

    expect(await app.call(certificates.expire, { id }, { as: bearer })).toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    expect(await expire(id)).toMatchObject({ status: 200, data: { estado: 'expired' } })
    expect((await rowOf(id)).wrapped_key).toBeNull()
    expect(await expire(id)).toMatchObject({ status: 409, code: 'COMPANY_CERT_ALREADY_EXPIRED' })
    expect(await expire(999_999)).toMatchObject({ status: 404, code: 'COMPANY_CERT_NOT_FOUND' })
    expect((await app.call(certificates.list, {}, { as: bearer })).data).toMatchObject([
      { id, estado: 'expired' },
    ])

    const acts = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select('act')
        .where('subject_kind', '=', 'certificate')
        .orderBy('id')
        .execute(),
    )
    expect(acts).toEqual([{ act: 'created' }, { act: 'expired' }])
  })

  test('is refused a password that a certificate had before, also one that is expired', async () => {
    expect(await create()).toMatchObject({
      status: 422,
      code: codeOf('PASSWORD_USED_BEFORE'),
      errors: [{ field: 'pass' }],
    })
  })

  test.each([
    ['a weak password', { pass: 'corta', repass: 'corta' }, codeOf('PASSWORD_BREAKS_POLICY'), 'pass'],
    [
      'a password with the signer’s name',
      { pass: 'Rivarola-2026', repass: 'Rivarola-2026' },
      codeOf('PASSWORD_BREAKS_POLICY'),
      'pass',
    ],
    [
      'another repeat',
      { pass: 'Barrilete-9', repass: 'Barrilete-8' },
      codeOf('PASSWORD_REPEAT_DIFFERS'),
      'repass',
    ],
    ['separators in the tax id', { cuil: '20-24903117-9' }, 'CERTIFICATE_TAX_ID_INVALID', 'cuil'],
    ['a tax id whose check digit is wrong', { cuil: '20249031172' }, 'CERTIFICATE_TAX_ID_INVALID', 'cuil'],
    ['no address', { mail: 'rivarola' }, 'EMAIL_VALUE_IS_INVALID', 'mail'],
    ['no name', { nombre: ' ' }, 'SYSTEM_API_PARAMETER_IS_EMPTY', 'nombre'],
    [
      'the box not ticked',
      { responsabilidad: false as true },
      'CERTIFICATE_RESPONSIBILITY_REQUIRED',
      'responsabilidad',
    ],
    ['another company’s employer', { id_empleador: 999_999 }, 'NOT_FOUND', 'id_empleador'],
  ])('is refused %s', async (_, input, code, field) => {
    const answer = await create(input)
    expect(answer.code).toBe(code)
    expect(answer.errors[0]?.field).toBe(field)
  })

  test('keeps the signature as a picture of 900 by 600 at most, without what else came in the file', async () => {
    const large = await sharp({ create: { width: 1300, height: 650, channels: 3, background: '#1c3d8f' } })
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer()
    const { bearer: as } = await anAdministrator(app, company)
    const made = await create({ pass: 'Barrilete-77-azul', repass: 'Barrilete-77-azul' }, as, large)
    const file = await inCompany(app, company.id, ({ db }) => signatureFile(db, made.data.id))
    const kept = await sharp(await app.services.files.read(file?.key ?? '')).metadata()
    expect(kept).toMatchObject({ format: 'png', width: 900, height: 450 })
    expect(kept.exif).toBeUndefined()
    await expire(made.data.id, as)
  })

  test('names the broken rules of the password beside the code', async () => {
    const answer = await create({ pass: 'abc', repass: 'abc' })
    expect(answer.errors.map(({ code }) => code)).toEqual(
      expect.arrayContaining([codeOf('PASSWORD_TOO_SHORT'), codeOf('PASSWORD_LACKS_DIGITS')]),
    )
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG that is none', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200)])],
  ])('is refused %s as the signature', async (_, bytes) => {
    const answer = await create({ pass: 'Barrilete-9', repass: 'Barrilete-9' }, bearer, bytes)
    expect(answer).toMatchObject({
      status: 415,
      code: 'SYSTEM_API_WRONG_MIME_TYPE',
      errors: [{ field: 'firma' }],
    })
  })

  test('needs its signature', async () => {
    const answer = await app.call(certificates.create, wanted(), {
      as: bearer,
      headers: await stepUp(app, bearer),
    })
    expect(answer).toMatchObject({ code: 'SYSTEM_API_PARAMETER_REQUIRED', errors: [{ field: 'firma' }] })
  })

  test('past its last instant is expired at once, and loses its key by the clock', async () => {
    const other = await aCompany(app)
    const { bearer: there } = await anAdministrator(app, other)
    const employer = { id_empleador: other.employers[0] ?? 0 }
    const { data } = await create(employer, there)
    const former = { wrapped_key: null, expired_at: new Date() }
    await keepAsMade(app, other, async () => {
      await copyCertificate(app, other, data.id, { valid_until: '2100-01-01' })
      await copyCertificate(app, other, data.id, former)
    })
    app.setNow(new Date(Date.parse(data.vigente_hasta) + 1000))
    const late = await inCompany(app, other.id, async (tx) => {
      await tx.db
        .updateTable('sessions')
        .set({ expires_at: '2099-01-01', seen_at: new Date('2098-12-31') })
        .execute()
    }).then(() => app.call(certificates.list, {}, { as: there }))
    expect(late.data).toContainEqual(
      expect.objectContaining({ id: data.id, estado: 'expired', vencido: null }),
    )
    await expirePast(app.services)
    expect((await app.call(certificates.one, { id: data.id }, { as: there })).data).toMatchObject({
      estado: 'expired',
      vencido: data.vigente_hasta,
      vencido_por: null,
    })
    app.setNow(null)
    const { wrapped_key } = await inCompany(app, other.id, ({ db }) =>
      db.selectFrom('certificates').select('wrapped_key').where('id', '=', data.id).executeTakeFirstOrThrow(),
    )
    expect(wrapped_key).toBeNull()
  })
})

describe('a viewer without the certificate profile', () => {
  test('sees the list, and why nothing more is allowed', async () => {
    const person = await aPerson(app, company, { profiles: ['hr'] })
    const reader = await signIn(app, company, person)
    expect(await app.call(certificates.list, {}, { as: reader })).toMatchObject({ status: 200 })
    expect((await app.call(certificates.setup, {}, { as: reader })).data).toMatchObject({
      crear: 'CERTIFICATE_HOLDER_REQUIRED',
      vencer: 'CERTIFICATE_HOLDER_REQUIRED',
    })
    for (const input of [{}, { reemplaza: 1 }])
      expect(await create(input, reader)).toMatchObject({ status: 403, code: 'CERTIFICATE_HOLDER_REQUIRED' })
    expect(await expire(1, reader)).toMatchObject({ status: 403, code: 'CERTIFICATE_HOLDER_REQUIRED' })
  })

  test('sees nothing without the action', async () => {
    const person = await aPerson(app, company, { profiles: ['limited'] })
    const limited = await signIn(app, company, person)
    expect(await app.call(certificates.list, {}, { as: limited })).toMatchObject({
      status: 403,
      code: 'SYSTEM_ACTION_NOT_GRANTED',
    })
  })
})

test('no more certificates are active than the company may have, however many are requested at once', async () => {
  const other = await aCompany(app)
  const { bearer: there } = await anAdministrator(app, other)
  await inCompany(app, other.id, (tx) => setSetting(tx, 'certificates.most_active', 2, null))
  const asked = ['Barrilete-91', 'Zaguan-azul-92', 'Molinete-93'].map((pass) =>
    create({ id_empleador: other.employers[0] ?? 0, pass, repass: pass }, there),
  )
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409])
})
