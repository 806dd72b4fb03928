import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brand } from '#contract/company/brand.ts'
import { company } from '#contract/company/company.ts'
import { companySignIn } from '#contract/company/sign-in-page.ts'
import { codeOf } from '#contract/errors.ts'
import { type BrandColours, defaultColours } from '#contract/palette.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import type { MadeCompany } from './operations.ts'

let app: TestApp
let here: MadeCompany
let hr: string
let employee: string
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  here = await aCompany(app)
  hr = await signIn(app, here, await aPerson(app, here, { profiles: ['employee', 'hr'] }))
  employee = await signIn(app, here, await aPerson(app, here), 'e')
})

const wine: BrandColours = {
  primario: '#8e1b2e',
  secundario: '#3a0d16',
  activo: '#8e1b2e',
  titulo: '#f2d7a0',
  texto_icono: '#ffffff',
}
const card = async (as = hr) => (await app.call(company.current, {}, { as })).data
const choose = (colours: Partial<BrandColours>, as = hr) =>
  app.call(brand.setColours, { ...wine, ...colours }, { as })
const former = async () => (await app.call(brand.colours, {}, { as: hr })).data.anteriores

describe('the colours of a company', () => {
  test('are the product’s until somebody chooses, then those of both sites', async () => {
    const before = await app.call(brand.colours, {}, { as: hr })
    expect(before.data).toEqual({ actuales: defaultColours, de_fabrica: defaultColours, anteriores: [] })
    expect(await choose({ primario: '#8E1B2E' })).toMatchObject({ status: 200, data: wine })
    expect((await card()).colores).toEqual(wine)
    expect((await card(employee)).colores).toEqual(wine)
  })

  test('leave the former ones to be taken again, the last five, with who replaced them', async () => {
    for (const primario of ['#111111', '#222222', '#333333', '#444444', '#555555', '#5a5a5a', '#5a5a5a'])
      await choose({ primario })
    const kept = await former()
    expect(kept.map(({ colores }: { colores: BrandColours }) => colores.primario)).toEqual([
      '#555555',
      '#444444',
      '#333333',
      '#222222',
      '#111111',
    ])
    expect(kept[0].quien).toMatch(/\S+ \S+/)
  })

  test.each([
    [{ primario: '#777777' }, 'primario'],
    [{ activo: '#777777' }, 'activo'],
    [{ titulo: '#3a0d16' }, 'titulo'],
    [{ texto_icono: '#000000' as const }, 'texto_icono'],
  ])('%o is refused with a colour that is accepted', async (colours, field) => {
    const refused = await choose(colours)
    expect(refused).toMatchObject({ status: 422, code: codeOf('BRAND_COLOUR_UNREADABLE') })
    const [fault] = refused.errors
    expect(fault?.field).toBe(field)
    const suggested = /#[0-9a-f]{6}/.exec(fault?.message ?? '')?.[0]
    expect(await choose({ [field]: suggested })).toMatchObject({ status: 200 })
  })

  test.each(['red;}', '#12345', '#abc', '#1234567', 'rgb(1,2,3)', '', '#gggggg'])(
    '%j is no colour',
    async (primario) => {
      expect((await choose({ primario })).status).toBe(422)
      expect(await former()).toEqual([])
    },
  )

  test('are changed by the permission for the brand alone', async () => {
    expect((await choose({}, employee)).status).toBe(403)
    expect((await app.call(brand.colours, {}, { as: employee })).status).toBe(403)
    expect((await app.call(brand.setColours, wine)).status).toBe(401)
  })

  test('of another company stay as they are', async () => {
    const other = await aCompany(app)
    const there = await signIn(app, other, await aPerson(app, other, { profiles: ['employee', 'hr'] }))
    await choose({})
    expect((await card(there)).colores).toEqual(defaultColours)
    expect((await app.call(brand.colours, {}, { as: there })).data.anteriores).toEqual([])
  })
})

describe('the logo of a company', () => {
  const picture = (format: 'png' | 'jpeg' | 'webp', width = 1600) =>
    sharp({ create: { width, height: 400, channels: 3, background: '#8e1b2e' } })
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toFormat(format)
      .toBuffer()
  const hang = (bytes: Uint8Array, as = hr, name = 'logo.png') =>
    app.call(brand.setLogo, {}, { as, file: { name, bytes } })
  const shown = async () => sharp((await app.call(company.logo, { id: here.id })).bytes).metadata()

  test.each(['png', 'jpeg', 'webp'] as const)(
    'is redrawn from %s, small and without metadata',
    async (format) => {
      const before = (await card()).logo
      expect(await hang(await picture(format))).toMatchObject({ status: 200 })
      const kept = await shown()
      expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['png', 800, 200, undefined])
      const { logo } = await card()
      expect(logo.t).not.toBe(before.t)
      expect(logo.h).toBe(before.h)
      const { slug } = await card()
      const signIn = await app.call(companySignIn.loginCustom, { company: slug })
      expect(signIn.data.loginCustom.logo).toEqual(logo)
      expect((await app.call(company.logo, { id: here.id, ...logo })).status).toBe(200)
    },
  )

  test.each([
    [
      'a drawing with scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'SYSTEM_API_WRONG_MIME_TYPE',
    ],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'SYSTEM_API_WRONG_MIME_TYPE'],
    ['half of a picture', null, 'SYSTEM_API_WRONG_MIME_TYPE'],
    ['a picture of more than a megabyte', Buffer.alloc(1_048_577), 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
  ] as const)('is not %s', async (_, bytes, code) => {
    const before = (await card()).logo
    const sent = bytes ?? (await picture('png')).subarray(0, 60)
    expect((await hang(sent)).code).toBe(codeOf(code))
    expect((await card()).logo).toEqual(before)
  })

  test('is missing where no file comes', async () => {
    expect(await app.call(brand.setLogo, {}, { as: hr })).toMatchObject({ status: 422 })
  })

  test('is changed by the permission for the brand alone, and the change is evidence', async () => {
    expect((await hang(await picture('png'), employee)).status).toBe(403)
    await hang(await picture('png'))
    const acts = await inCompany(app, here.id, (tx) =>
      tx.db.selectFrom('events').select('act').where('act', '=', 'logo_set').execute(),
    )
    expect(acts).toHaveLength(1)
  })
})
