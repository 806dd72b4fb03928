import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { shell } from '#contract/shell/shell.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let limited: string
let employee: string
let plant: Person

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  limited = await signIn(app, company, clerk)
  plant = await aPerson(app, company, { sector: 'Planta', lastName: 'Quiroga', firstName: 'Elsa' })
  employee = await signIn(app, company, plant, 'e')
})

const process = (step: 'running' | 'preview', status: 'in_progress' | 'successful', created_by: number) =>
  inCompany(app, company.id, async (tx) => {
    const { id } = await tx.db
      .insertInto('processes')
      .values({
        company_id: tx.company,
        kind: 'employee_import',
        status,
        step,
        total: 300,
        done: 198,
        created_by,
        created_at: app.services.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('employee_imports')
      .values({
        company_id: tx.company,
        process_id: id,
        file_name: 'altas.csv',
        columns: [],
        header: [],
        encoding: 'utf-8',
        delimiter: ',',
        viewer: '{}',
        language: 'es',
      })
      .execute()
    return id
  })

test('a user sees their own running and waiting work, and nobody else’s', async () => {
  await process('running', 'successful', hr.id)
  const runs = await process('running', 'in_progress', hr.id)
  const waits = await process('preview', 'in_progress', hr.id)
  const { data } = await app.call(shell.running, {}, { as: hr.bearer })
  expect(data).toMatchObject([
    { clase: 'importacion', id: waits, nombre: 'altas.csv', espera: true },
    { id: runs, hechos: 198, total: 300, espera: false },
  ])
  expect((await app.call(shell.running, {}, { as: limited })).data).toEqual([])
})

test('the bell lists waiting work within rights and reach, and marks what is new', async () => {
  const type = (await aType(app, company, { name: 'Recibo' })).id
  const refused = await aDocument(app, company, {
    employee_id: plant.id,
    type_id: type,
    period: '2026-09-01',
    signing: 'no_conforme',
  })
  await aDocument(app, company, {
    employee_id: plant.id,
    type_id: type,
    period: '2026-10-01',
    state: 'waiting_company_signature',
    published_at: null,
  })
  await inCompany(app, company.id, async (tx) => {
    await tx.db.insertInto('disagreements').values({ company_id: tx.company, document_id: refused }).execute()
    await tx.db
      .insertInto('mails')
      .values({
        company_id: tx.company,
        event: 'document_published',
        language: 'es',
        to_address: 'elsa@correo.example',
        subject_kind: 'document',
        subject_id: refused,
        message_id: '<one@test>',
        state: 'failed',
      })
      .execute()
  })
  const bell = async (as: string) => (await app.call(shell.concerns, {}, { as })).data
  const kinds = ({ avisos }: { avisos: { clase: string }[] }) => avisos.map(({ clase }) => clase)
  const mine = await bell(hr.bearer)
  expect(mine.visto).toBeNull()
  expect(kinds(mine)).toEqual(['falta_firma_empresa', 'no_conforme', 'correo_fallido', 'importacion'])
  expect(mine.avisos[2]).toMatchObject({ id: refused, nombre: 'Quiroga, Elsa' })
  // Sales do not reach the plant.
  expect(kinds(await bell(limited))).toEqual([])
  await app.call(shell.seen, {}, { as: hr.bearer })
  expect((await bell(hr.bearer)).visto).not.toBeNull()
  expect((await bell(limited)).visto).toBeNull()
  expect((await app.call(shell.concerns, {}, { as: employee })).status).toBe(403)
})

test('an undelivered invitation is shown to the person’s administrators, until another one is sent', async () => {
  const invited = await aPerson(app, company, { sector: 'Ventas', lastName: 'Prado', firstName: 'Ana' })
  const far = await aPerson(app, company, { sector: 'Planta', lastName: 'Sosa', firstName: 'Juan' })
  const mail = (user: Person, state: 'failed' | 'queued', messageId: string) =>
    inCompany(app, company.id, async (tx) => {
      await tx.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
      await tx.db
        .insertInto('mails')
        .values({
          company_id: tx.company,
          event: 'new_user',
          language: 'es',
          user_id: user.id,
          to_address: 'rebota@correo.example',
          message_id: messageId,
          state,
        })
        .execute()
    })
  const said = async (as: string) =>
    (await app.call(shell.concerns, {}, { as })).data.avisos
      .filter(({ clase }: { clase: string }) => clase === 'invitacion_fallida')
      .map(({ nombre }: { nombre: string }) => nombre)
  await mail(invited, 'failed', '<two@test>')
  await mail(far, 'failed', '<three@test>')
  expect(await said(hr.bearer)).toEqual(expect.arrayContaining(['Prado, Ana', 'Sosa, Juan']))
  expect(await said(limited)).toEqual(['Prado, Ana'])
  await mail(invited, 'queued', '<four@test>')
  expect(await said(hr.bearer)).toEqual(['Sosa, Juan'])
})

test('a screen is pinned and taken away, twelve at most, each person’s own', async () => {
  const set = (ruta: string, favorita = true, as = hr.bearer) =>
    app.call(shell.pin, { ruta, favorita }, { as })
  await set('/documents/search')
  await set('/employees/list')
  await set('/documents/search')
  expect((await set('/reports/main', true, limited)).data).toEqual([{ ruta: '/reports/main' }])
  expect((await app.call(shell.favourites, {}, { as: hr.bearer })).data).toEqual([
    { ruta: '/documents/search' },
    { ruta: '/employees/list' },
  ])
  expect((await set('/documents/search', false)).data).toEqual([{ ruta: '/employees/list' }])
  for (const ruta of ['/employee/12', 'https://evil.example', '//evil.example', '/a?b=c'])
    expect((await set(ruta)).status, ruta).toBe(422)
  for (const letter of 'abcdefghijk') expect((await set(`/${letter}`)).status).toBe(200)
  const more = await set('/l')
  expect([more.status, more.code]).toEqual([422, 'FAVOURITES_TOO_MANY'])
})

test('a draft is its person’s alone, is replaced, dropped, and gone after thirty days', async () => {
  const clave = 'employee.create'
  const keep = (valor: Record<string, string>, as = hr.bearer) =>
    app.call(shell.keepDraft, { clave, valor }, { as })
  const draft = async (as = hr.bearer, key = clave) =>
    JSON.parse((await app.call(shell.draft, { clave: key }, { as })).bytes.toString()).data
  expect(await draft()).toBeNull()
  await keep({ nombre: 'Elsa' })
  await keep({ nombre: 'Elsa', apellido: 'Quiroga' })
  await keep({ nombre: 'Otra' }, employee)
  expect(await draft()).toMatchObject({ valor: { nombre: 'Elsa', apellido: 'Quiroga' } })
  expect(await draft(limited)).toBeNull()
  // Closed in the database, and another form's is another draft.
  const rows = await inCompany(app, company.id, (tx) => tx.db.selectFrom('drafts').select('sealed').execute())
  expect(rows).toHaveLength(2)
  for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toContain('nombre')
  expect(await draft(hr.bearer, `employee.${plant.id}.banco`)).toBeNull()
  const proof = await keep({ nombre: 'Elsa', password })
  expect([proof.status, proof.code]).toEqual([422, 'SYSTEM_API_PARAMETER_NOT_EXPECTED'])
  const long = await keep({ nombre: 'x'.repeat(70_000) })
  expect([long.status, long.code]).toEqual([422, 'SYSTEM_API_VALUE_TOO_LONG'])
  await app.call(shell.dropDraft, { clave }, { as: employee })
  expect(await draft(employee)).toBeNull()
  expect(await draft()).not.toBeNull()
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('drafts')
      .set({ saved_at: new Date(app.services.clock().getTime() - 31 * 86_400_000) })
      .execute(),
  )
  expect(await draft()).toBeNull()
})

test('external pages are those of the installation, by country and rights', async () => {
  const before = app.services.config.pages
  const at = (name: string) => `https://paginas.example/${name}`
  app.services.config.pages = {
    ...before,
    support: at('soporte'),
    supportChat: at('chat'),
    manual: at('manual'),
    manualBr: at('manual-br'),
    privacy: at('privacidad'),
  }
  try {
    const asked = async (as: string) => (await app.call(shell.pages, {}, { as })).data
    const site = {
      soporte: at('soporte'),
      manual: at('manual'),
      privacidad: at('privacidad'),
      derechos: null,
    }
    expect(await asked(employee)).toEqual(site)
    expect(await asked(hr.bearer)).toEqual(site)
    const brazil = await aCompany(app, { country: 'BR', zone: 'America/Sao_Paulo' })
    await inCompany(app, brazil.id, (tx) =>
      tx.db
        .insertInto('profile_actions')
        .values({ company_id: brazil.id, profile_id: brazil.profiles.hr, action: actions.supportChat })
        .execute(),
    )
    const { bearer } = await anAdministrator(app, brazil)
    expect(await asked(bearer)).toEqual({ ...site, soporte: at('chat'), manual: at('manual-br') })
  } finally {
    app.services.config.pages = before
  }
})
