import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { billboard, ownBillboard } from '#contract/billboard.ts'
import type { InputOf } from '#contract/call.ts'
import { places } from '#contract/places.ts'
import { documentOf } from '#contract/rich-text.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { keepAsMade } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { tellOfPosts } from './telling.ts'

const byNumber = (a: number, b: number) => a - b
type Somebody = Person & { bearer: string }

let app: TestApp
let company: MadeCompany
let hr: Somebody
/** In Producción and in Calidad, both at Pilar. */
let maker: Somebody
let tester: Somebody
let sectors: Record<string, number>
let place: number

const today = new Date('2026-11-04T15:00:00Z')
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  app.setNow(today)
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  maker = await employee('Producción')
  tester = await employee('Calidad')
  const { data } = await app.call(billboard.audience, {}, { as: hr.bearer })
  sectors = Object.fromEntries(
    data.sectores.map((one: { id: number; nombre: string }) => [one.nombre, one.id]),
  )
  place = data.locaciones[0].id
  await keepAsMade(app, company, () => inCompany(app, company.id, giveArchivedPost))
})

/** A post that is out of the list, to which nothing happens, with a sector, a place, a picture and a file. */
async function giveArchivedPost({ db, company: company_id }: Tx): Promise<void> {
  const file = {
    company_id,
    key: randomUUID(),
    type: 'jpg' as const,
    size: 1,
    sha256: randomBytes(32).toString('hex'),
  }
  const { id: image_id } = await db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()
  const at = new Date('2026-11-01T15:00:00Z')
  const { id: post_id } = await db
    .insertInto('posts')
    .values({
      company_id,
      state: 'archived',
      image_id,
      from_day: '2026-11-01',
      to_day: '2026-12-31',
      notify: true,
      author_id: hr.id,
      author_kind: 'hr',
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('post_sectors')
    .values({ company_id, post_id, sector_id: sectors['Calidad'] ?? 0 })
    .execute()
  await db.insertInto('post_locations').values({ company_id, post_id, location_id: place }).execute()
  await db
    .insertInto('post_files')
    .values({ company_id, post_id, file_id: image_id, name: 'foto.jpg', type: 'jpg', size: 1 })
    .execute()
}

async function employee(sector: string): Promise<Somebody> {
  const person = await aPerson(app, company, { sector, location: 'Pilar' })
  return { ...person, bearer: await signIn(app, company, person, 'e') }
}
/** Moves the clock, past the end of every session, and signs everybody in anew. */
async function on(instant: string): Promise<void> {
  app.setNow(new Date(instant))
  hr = { ...hr, bearer: await signIn(app, company, hr, 's') }
  for (const one of [maker, tester]) one.bearer = await signIn(app, company, one, 'e')
}

/** The sweep that finds posts whose day has come, and the process that tells their people. */
async function tell(): Promise<void> {
  await tellOfPosts(app.services)
  await app.services.jobs.runDueJobs()
}

const written = (more: Partial<InputOf<typeof billboard.create>> = {}) => ({
  titulo: 'Protocolo de calor',
  mensaje: 'Pausas cuando hay más de 34 °C.',
  texto: { ...documentOf('Con más de 34 °C hay pausa de 10 minutos por hora.') },
  desde: '2026-11-04',
  hasta: '2026-11-20',
  todos_los_sectores: true,
  todas_las_locaciones: true,
  publicar: true,
  ...more,
})
const post = (more?: Parameters<typeof written>[0], as = hr.bearer) =>
  app.call(billboard.create, written(more), { as })
const seenBy = async (who: Somebody): Promise<string[]> =>
  (await app.call(ownBillboard.list, {}, { as: who.bearer })).data.map(
    ({ titulo }: { titulo: string }) => titulo,
  )
const mails = (who: Person) =>
  inCompany(app, company.id, ({ db }) =>
    db.selectFrom('mails').select('event').where('user_id', '=', who.id).orderBy('id').execute(),
  ).then((rows) => rows.map(({ event }) => event))

describe('a post', () => {
  test('is shown to people of its sectors and locations, between its days', async () => {
    const { data } = await post({ todos_los_sectores: false, sectores: [sectors['Calidad'] ?? 0] })
    expect(data).toMatchObject({ estado: 'active', momento: 'activa', dias_restantes: 16, personas: 1 })
    expect([await seenBy(tester), await seenBy(maker)]).toEqual([['Protocolo de calor'], []])
    await on('2026-11-21T15:00:00Z')
    expect(await seenBy(tester)).toEqual([])
    const { data: later } = await app.call(billboard.one, { id: data.id }, { as: hr.bearer })
    expect(later).toMatchObject({ estado: 'inactive', momento: 'terminada', dias_restantes: null })
  })

  test('that begins later is scheduled, and who moves to its sector sees it', async () => {
    const { data } = await post({ desde: '2026-11-10', todas_las_locaciones: false, locaciones: [place] })
    expect([data.momento, await seenBy(maker)]).toEqual(['programada', []])
    await on('2026-11-10T15:00:00Z')
    expect(await seenBy(maker)).toHaveLength(1)
  })

  test('may be kept incomplete as a draft, which nobody sees, and needs everything to be published', async () => {
    const { data } = await post({ titulo: '', texto: null, desde: null, hasta: null, publicar: false })
    expect([data.momento, await seenBy(maker)]).toEqual(['borrador', []])
    const save = (more: Parameters<typeof written>[0]) =>
      app.call(billboard.save, { id: data.id, ...written(more) }, { as: hr.bearer })
    const faults: [Parameters<typeof written>[0], string, string][] = [
      [{ titulo: '' }, 'SYSTEM_API_PARAMETER_REQUIRED', 'titulo'],
      [{ texto: null }, 'POST_EMPTY', 'texto'],
      [{ desde: null }, 'SYSTEM_API_PARAMETER_REQUIRED', 'desde'],
      [{ hasta: '2026-11-03', desde: '2026-11-01' }, 'POST_DAYS_PAST', 'hasta'],
      [{ hasta: '2026-11-03' }, 'POST_DAYS', 'hasta'],
      [{ todos_los_sectores: false }, 'POST_WITHOUT_AUDIENCE', 'sectores'],
      [{ todas_las_locaciones: false }, 'POST_WITHOUT_AUDIENCE', 'locaciones'],
      [{ sectores: [999_999] }, 'POST_AUDIENCE_NOT_FOUND', 'sectores'],
      [{ video: 'https://youtube.com.example/watch?v=dQw4w9WgXcQ' }, 'POST_VIDEO_NOT_ALLOWED', 'video'],
    ]
    for (const [wrong, code, field] of faults)
      expect([wrong, (await save(wrong)).errors]).toMatchObject([wrong, [{ code, field }]])
    for (const [field, length] of [
      ['titulo', 256],
      ['mensaje', 141],
    ] as const)
      expect((await save({ [field]: 'a'.repeat(length) })).status).toBe(422)
    expect((await save({ titulo: 'Protocolo\r\nBcc: otro@correo.example' })).data).toMatchObject({
      momento: 'activa',
      titulo: 'Protocolo Bcc: otro@correo.example',
    })
  })

  test('ends early, is archived, and what was said stays', async () => {
    const { data } = await post()
    const change = (acto: 'terminar' | 'archivar') =>
      app.call(billboard.change, { id: data.id, acto }, { as: hr.bearer })
    expect((await change('terminar')).status).toBe(200)
    expect(await seenBy(maker)).toEqual([])
    expect((await change('terminar')).code).toBe('POST_CHANGED')
    await change('archivar')
    expect((await app.call(billboard.list, {}, { as: hr.bearer })).data).toEqual([])
    const kept = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('posts').select('body').where('id', '=', data.id).execute(),
    )
    expect(kept).toHaveLength(1)
  })

  test('of a limited author never goes beyond their reach, and is theirs alone to work on', async () => {
    const limited = await aLimited(app, company, { sector: 'Calidad', actions: [actions.billboard] })
    const { data } = await post({ titulo: 'De Calidad' }, limited.bearer)
    expect(data.personas).toBe(1)
    expect([await seenBy(tester), await seenBy(maker)]).toEqual([['De Calidad'], []])
    const foreign = { todos_los_sectores: false, sectores: [sectors['Producción'] ?? 0] }
    expect((await post(foreign, limited.bearer)).code).toBe('POST_AUDIENCE_NOT_FOUND')
    const { data: full } = await post()
    expect((await app.call(billboard.one, { id: full.id }, { as: limited.bearer })).status).toBe(404)
    const elsewhere = await anAdministrator(app, await aCompany(app))
    expect((await app.call(billboard.one, { id: full.id }, { as: elsewhere.bearer })).status).toBe(404)
    expect((await app.call(billboard.list, {}, { as: maker.bearer })).status).toBe(403)
  })
})

describe('an author whose profile became a limited one', () => {
  /** Takes the full profile of an author and gives a limited one of one sector. */
  async function narrow(author: Somebody, sector: string): Promise<string> {
    const { bearer: _, ...like } = await aLimited(app, company, { sector, actions: [actions.billboard] })
    await inCompany(app, company.id, async ({ db }) => {
      await db
        .updateTable('user_profiles')
        .set({ profile_id: company.profiles.limited })
        .where('user_id', '=', author.id)
        .where('type', '=', 2)
        .execute()
      await db
        .updateTable('user_filters')
        .set({ user_id: author.id })
        .where('user_id', '=', like.id)
        .execute()
    })
    return signIn(app, company, author)
  }

  test('writes a post of theirs anew for nobody beyond the new reach', async () => {
    const author = await anAdministrator(app, company)
    const { data } = await post({ titulo: 'De todos', publicar: false }, author.bearer)
    const as = await narrow(author, 'Calidad')
    const saved = await app.call(
      billboard.save,
      { id: data.id, ...written({ titulo: 'De todos', notificar: true }) },
      { as },
    )
    expect(saved.data.personas).toBe(1)
    expect([await seenBy(tester), await seenBy(maker)]).toEqual([['De todos'], []])
    await tell()
    expect([await mails(tester), await mails(maker)]).toEqual([['new_post'], []])
  })

  test('and was taken since leaves a post to nobody, rather than to their own sector', async () => {
    const author = await anAdministrator(app, company)
    await inCompany(app, company.id, async ({ db }) => {
      const own = { sector_id: sectors['Producción'] ?? 0, location_id: place }
      await db.updateTable('employees').set(own).where('id', '=', author.id).execute()
    })
    await post({ titulo: 'De Calidad' }, await narrow(author, 'Calidad'))
    expect([await seenBy(tester), await seenBy(maker)]).toEqual([['De Calidad'], []])
    await inCompany(app, company.id, async ({ db }) => {
      await db.deleteFrom('user_filters').where('user_id', '=', author.id).execute()
      await db.deleteFrom('user_profiles').where('user_id', '=', author.id).where('type', '=', 2).execute()
    })
    expect([await seenBy(tester), await seenBy(maker)]).toEqual([[], []])
  })

  test('counts and reminds nobody beyond the new reach', async () => {
    const author = await anAdministrator(app, company)
    const { data } = await post({ pide_leido: true }, author.bearer)
    await app.call(ownBillboard.read, { id: data.id }, { as: maker.bearer })
    const as = await narrow(author, 'Calidad')
    const shown = await app.call(billboard.one, { id: data.id }, { as })
    expect(shown.data).toMatchObject({ personas: 1, leyeron: 0 })
    const reminded = await app.call(billboard.change, { id: data.id, acto: 'recordar' }, { as })
    expect(reminded.data.personas).toBe(1)
    await app.services.jobs.runDueJobs()
    expect([await mails(tester), await mails(hr)]).toEqual([['post_reminder'], []])
  })
})

describe('its text', () => {
  const doc = (...content: unknown[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] })
  const said = (text: string, ...marks: unknown[]) => ({ type: 'text', text, ...(marks.length && { marks }) })
  const link = (href: string) => ({ type: 'link', attrs: { href } })

  test('keeps its marks, and is found by its words', async () => {
    const texto = doc(said('Pausa de '), said('10 minutos', { type: 'bold' }), said(' {{por}} hora'))
    const { data } = await post({ texto })
    expect(data.texto).toEqual(texto)
    const found = await app.call(billboard.list, { buscar: '10 minutos {{por}}' }, { as: hr.bearer })
    expect(found.data.map(({ id }: { id: number }) => id)).toEqual([data.id])
    const [read] = (await app.call(ownBillboard.list, {}, { as: maker.bearer })).data
    expect(read.texto).toEqual(texto)
  })

  test('without words is none', async () => {
    const empty = { type: 'doc', content: [{ type: 'paragraph' }] }
    expect((await post({ texto: empty })).code).toBe('POST_EMPTY')
  })

  test.each([
    ['more letters than there is room for', doc(said('a'.repeat(1001))), 'TEXT_TOO_LONG'],
    ['a script', { type: 'doc', content: [{ type: 'script', text: 'x' }] }, 'TEXT_PART_UNKNOWN'],
    ['a mark of nobody', doc(said('a', { type: 'style' })), 'TEXT_PART_UNKNOWN'],
    ['a chip', doc({ type: 'variable', attrs: { name: 'nombre' } }), 'TEXT_PART_UNKNOWN'],
    ['a link that runs', doc(said('a', link('javascript:alert(1)'))), 'TEXT_LINK_NOT_ALLOWED'],
    ['a link with data', doc(said('a', link('data:text/html,x'))), 'TEXT_LINK_NOT_ALLOWED'],
    ['another address', doc(said('banco.com', link('https://other.example/'))), 'TEXT_LINK_DECEIVES'],
    ['bidi marks', doc(said('a\u202eb')), 'TEXT_HIDDEN_CHARACTER'],
    ['a megabyte of marks', doc(...Array.from({ length: 2000 }, () => said('a'))), 'TEXT_TOO_MANY_PARTS'],
    ['no text at all', { type: 'paragraph' }, 'TEXT_PART_UNKNOWN'],
  ])('can’t be %s', async (_, texto, code) => {
    const answer = await post({ texto })
    expect([answer.status, answer.code]).toEqual([422, code])
  })
})

describe('its files', () => {
  const add = (
    id: number,
    bytes: Uint8Array,
    uso: 'archivo' | 'imagen' = 'archivo',
    name = 'protocolo.pdf',
  ) => app.call(billboard.addFile, { id, uso }, { as: hr.bearer, file: { name, bytes } })
  const picture = () =>
    sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#d9a441' } })
      .png()
      .toBuffer()

  test('are read by those for whom it is, and the picture is made anew', async () => {
    const { data } = await post({ todos_los_sectores: false, sectores: [sectors['Calidad'] ?? 0] })
    expect((await add(data.id, await picture(), 'imagen', 'a.png')).data.imagen).toBe(true)
    const { data: filed } = await add(data.id, await payslip())
    expect(filed.archivos).toMatchObject([{ nombre: 'protocolo.pdf', tipo: 'pdf' }])
    const read = (archivo: number, who: Somebody) =>
      app.call(ownBillboard.file, { id: data.id, archivo }, { as: who.bearer })
    expect((await read(0, tester)).status).toBe(200)
    expect((await read(filed.archivos[0].id, tester)).status).toBe(200)
    for (const archivo of [0, filed.archivos[0].id]) expect((await read(archivo, maker)).status).toBe(404)
    const { data: two } = await add(data.id, await payslip({ name: 'Otro protocolo' }), 'archivo', 'otro.pdf')
    const bodies = await Promise.all(
      two.archivos.map(async ({ id }: { id: number }) => (await read(id, tester)).bytes.toString('latin1')),
    )
    expect(new Set(bodies).size).toBe(2)
    // Under another post it isn't found, though this reader sees both.
    const { data: beside } = await post()
    const strange = { id: beside.id, archivo: filed.archivos[0].id }
    expect((await app.call(ownBillboard.file, strange, { as: tester.bearer })).status).toBe(404)
    const gone = { id: data.id, archivo: filed.archivos[0].id }
    const { data: left } = await app.call(billboard.removeFile, gone, { as: hr.bearer })
    expect(left.archivos).toMatchObject([{ nombre: 'otro.pdf' }])
    expect((await read(gone.archivo, tester)).status).toBe(404)
  })

  test('are five at most, of the kinds that open everywhere', async () => {
    const { data } = await post()
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    expect((await add(data.id, html, 'archivo', 'a.png')).code).toBe('SYSTEM_API_WRONG_MIME_TYPE')
    expect((await add(data.id, await payslip(), 'imagen')).code).toBe('SYSTEM_API_WRONG_MIME_TYPE')
    const cut = (await picture()).subarray(0, 200)
    expect((await add(data.id, cut, 'archivo', 'a.png')).code).toBe('POST_FILE_NOT_READABLE')
    for (let n = 0; n < 5; n++) expect((await add(data.id, await payslip())).status).toBe(200)
    expect((await add(data.id, await payslip())).code).toBe('POST_FILES_TOO_MANY')
  })

  test('a published post keeps something to show', async () => {
    const draft = await post({ texto: null, publicar: false })
    const { id } = draft.data
    await add(id, await picture(), 'imagen', 'a.png')
    expect(
      (await app.call(billboard.save, { id, ...written({ texto: null }) }, { as: hr.bearer })).status,
    ).toBe(200)
    const removed = await app.call(billboard.removeFile, { id, archivo: 0 }, { as: hr.bearer })
    expect(removed.code).toBe('POST_EMPTY')
  })
})

describe('people', () => {
  test('are told once, from seven in the morning of its first day, and not again after a change', async () => {
    const { data } = await post({ notificar: true, desde: '2026-11-05' })
    await tell()
    expect(await mails(maker)).toEqual([])
    await on('2026-11-05T09:30:00Z')
    await tell()
    expect(await mails(maker)).toEqual([])
    await on('2026-11-05T10:30:00Z')
    await tell()
    await tell()
    const change = { id: data.id, ...written({ notificar: true, desde: '2026-11-05', titulo: 'Otro' }) }
    await app.call(billboard.save, change, { as: hr.bearer })
    await tell()
    expect([await mails(maker), await mails(tester)]).toEqual([['new_post'], ['new_post']])
  })

  test('say that they read it where it asks, once; who hasn’t is listed and reminded once a day', async () => {
    const { data } = await post({ pide_leido: true })
    const read = () => app.call(ownBillboard.read, { id: data.id }, { as: maker.bearer })
    const waiting = async () =>
      (await app.call(places.home, {}, { as: maker.bearer })).data.cartelera.por_leer.map(
        (one: { id: number }) => one.id,
      )
    expect(await waiting()).toContain(data.id)
    const first = await read()
    expect(await waiting()).not.toContain(data.id)
    await on('2026-11-04T16:00:00Z')
    expect((await read()).data).toEqual(first.data)
    const missing = await app.call(billboard.readers, { id: data.id, faltan: true }, { as: hr.bearer })
    expect(missing.data.map(({ id }: { id: number }) => id).toSorted(byNumber)).toEqual(
      [hr.id, tester.id].toSorted(byNumber),
    )
    const sectorsOf = await app.call(billboard.sectors, { id: data.id }, { as: hr.bearer })
    expect(sectorsOf.data).toEqual([
      { sector: 'Calidad', personas: 1, leyeron: 0 },
      { sector: 'Producción', personas: 1, leyeron: 1 },
      { sector: null, personas: 1, leyeron: 0 },
    ])
    const file = await app.call(billboard.readersFile, { id: data.id }, { as: hr.bearer })
    const lines = file.bytes.toString().trim().split(/\r?\n/)
    expect(lines).toHaveLength(4)
    expect(lines.filter((line) => /2026-11-04 12:00/.test(line))).toHaveLength(1)
    const remind = () => app.call(billboard.change, { id: data.id, acto: 'recordar' }, { as: hr.bearer })
    expect((await remind()).data.personas).toBe(2)
    await app.services.jobs.runDueJobs()
    expect([await mails(maker), await mails(tester)]).toEqual([[], ['post_reminder']])
    expect((await remind()).code).toBe('POST_REMINDED_TODAY')
    expect((await app.call(billboard.one, { id: data.id }, { as: hr.bearer })).data).toMatchObject({
      personas: 3,
      leyeron: 1,
    })
  })

  test('are asked nothing by a post that doesn’t ask, and by another’s', async () => {
    const { data } = await post()
    expect((await app.call(ownBillboard.read, { id: data.id }, { as: maker.bearer })).code).toBe(
      'POST_ASKS_NOTHING',
    )
    const { data: theirs } = await post({
      pide_leido: true,
      todos_los_sectores: false,
      sectores: [sectors['Calidad'] ?? 0],
    })
    expect((await app.call(ownBillboard.read, { id: theirs.id }, { as: maker.bearer })).status).toBe(404)
  })
})
