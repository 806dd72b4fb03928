import type { Page } from 'playwright-core'
import {
  consentByCompanyAddress,
  personToConfirm,
  personToReject,
  signingWaits,
} from '../company-accesses.ts'
import { fakeAnswers } from '../fake-answers.ts'
import { mariana, openRecord, press, row, submit, type Screen } from './screen.ts'

/** The people of a company. */
export const employees: readonly Screen[] = [
  mariana('employees', '/s/employees/list'),
  mariana('employees-nothing', '/s/employees/list?buscar=zzzz'),
  mariana('employees-narrowed', '/s/employees/list?ingreso=2010-01-01..2020-12-31&sin=mail'),
  mariana('employee-create', '/s/employees/create'),
  mariana('employees-import', '/s/employees/import'),
  mariana('employees-import-checked', '/s/employees/import', (page) =>
    importLines(page, ['20439182743;Moreyra;=1+1', '20287145366;;Jorge']),
  ),
  mariana('employees-import-digits', '/s/employees/import', async (page) => {
    await importLines(page, ['20439182741;Moreyra;Tomás;N-40;02/11/2026;Logística;Planta Pilar'])
    await press(page, /^(Dígito dudoso|Dígito duvidoso)/)
    await page.getByRole('switch').waitFor()
  }),
  mariana('unsubscribe', '/s/employees/unsubscribe'),
  mariana('unsubscribe-checked', '/s/employees/unsubscribe', async (page) => {
    const lines = [
      'cuil;fechabaja;observaciones',
      '20287145366;31/02/2026;',
      '20439182743;;',
      '20331112226;=HOY();Terminó la campaña',
    ]
    await page.locator('input[type=file]').setInputFiles({
      name: 'bajas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    })
    await page.getByRole('combobox', { name: /^Motivo/ }).click()
    await page.getByRole('option', { name: /^(Renuncia|Pedido de demissão)$/ }).click()
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/unsubscribe\/\d+/)
    await page.getByRole('button', { name: /^Planil/ }).waitFor()
  }),
  mariana('integration-profile', '/s/employees/integration-profile'),
  mariana('integration-profile-checked', '/s/employees/integration-profile', async (page) => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'curso.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['cuil', '20287145366', '20287145366', '20999999990', '12'].join('\r\n')),
    })
    await page.getByRole('combobox', { name: /^(Perfiles|Perfis)/ }).click()
    await page.getByRole('option').first().click()
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/integration-profile\/\d+/)
    await page.getByRole('button', { name: /^(Actualizar|Atualizar) 1/ }).waitFor()
  }),
  mariana('employee-create-refused', '/s/employees/create', submit),
  mariana('employee', '/s/employees/list?buscar=ledesma', openRecord),
  mariana('employee-configuration', '/s/employees/list?buscar=ledesma', opensTab('configuracion')),
  mariana('employee-mails', '/s/employees/list?buscar=ledesma', opensTab('correos')),
  mariana('employee-history', '/s/employees/list?buscar=ledesma', async (page) => {
    await opensTab('historial')(page)
    await page
      .getByRole('button', { name: /^Ver (ese día|esse dia)/ })
      .last()
      .waitFor()
  }),
  mariana('employee-history-day', '/s/employees/list?buscar=ledesma', async (page) => {
    await opensTab('historial')(page)
    await page
      .getByRole('button', { name: /^Ver (ese día|esse dia)/ })
      .last()
      .click()
    await page.locator('dl').first().waitFor()
  }),
  mariana('employee-note', '/s/employees/list?buscar=ledesma', async (page) => {
    await openRecord(page)
    await press(page, /^(Agregar una|Adicionar uma) nota/)
  }),
  mariana('employee-signing-waits', '/s/employees/list?buscar=ledesma', signingWaits),
  mariana('employee-signing-confirm', '/s/employees/list?buscar=ledesma', personToConfirm),
  mariana('employee-signing-reject', '/s/employees/list?buscar=ledesma', personToReject),
  mariana('employee-signing-consent', '/s/employees/list?buscar=ledesma', consentByCompanyAddress),
  mariana('employee-misplaced', '/s/employees/list?buscar=ledesma', misplacedDocuments),
  mariana('employee-edit', '/s/employees/list?buscar=ledesma', async (page) => {
    await openRecord(page)
    await press(page, /^Editar (contacto|Contacto)|^Editar contato/)
  }),
  mariana('employee-account', '/s/employees/list?buscar=ledesma', async (page) => {
    await openRecord(page)
    await press(page, /^Ver (la cuenta entera|a conta inteira)/)
    await page.getByRole('dialog').getByRole('button').last().waitFor()
  }),
  mariana('employee-address', '/s/employees/list?buscar=ledesma', async (page) => {
    await openRecord(page)
    await press(page, /^Editar (domicilio|endereço)/i)
    await page.getByRole('combobox', { name: /^(Provincia|Estado|Província)$/ }).click()
    await page.getByRole('option').first().waitFor()
  }),
  mariana('employee-documents', '/s/employees/list?buscar=ledesma', async (page) => {
    await opensTab('documentos')(page)
    await page.locator('[data-row], ul[class*=phone] button').first().waitFor()
  }),
  mariana('employee-end', '/s/employees/list?buscar=dominguez', (page) =>
    actOn(page, /^(Dar de baja|Desligar)/),
  ),
  mariana('employee-reactivate', '/s/employees/list?estado=inactive', (page) =>
    actOn(page, /^(Reactivar|Reativar)/),
  ),
  mariana('employee-profiles', '/s/employees/list?buscar=caceres', opensTab('perfiles')),
  mariana('employee-filters', '/s/employees/list?buscar=caceres', opensTab('filtros')),
  mariana('employee-folders', '/s/employees/list?buscar=caceres', opensTab('carpetas')),
  mariana('employee-profiles-own', '/s/employees/list?buscar=etchegaray', opensTab('perfiles')),
  mariana('employee-identify', '/s/employees/list?buscar=ledesma', (page) =>
    actOn(page, /^(Cambiar|Alterar)/),
  ),
  mariana('managers', '/s/manager/management'),
  mariana('managers-folders', '/s/manager/management', chooseFolders),
  mariana('managers-review', '/s/manager/management', async (page) => {
    await chooseFolders(page)
    await page.getByRole('checkbox', { name: /^Todas/ }).check()
    await press(page, /^Revisar/)
    await page.getByRole('heading', { level: 3 }).first().waitFor()
  }),
  mariana('declined', '/s/employees/declined'),
  mariana('printed-code', '/s/employees/list', (page) => besideRecord(page, 'code')),
  mariana('view-as', '/s/employees/list', (page) => besideRecord(page, 'view')),
]

/** Imports these lines and two that are right, and waits for the dry run. */
async function importLines(page: Page, lines: readonly string[]): Promise<void> {
  const file = [
    'CUIL;Apellido;Nombre;Legajo;Ingreso;Sector;Lugar',
    ...lines,
    '20331112226;Núñez;Julián;N-41;02/11/2026;Logística;Planta Pilar',
    '23400500609;Ordóñez;Belén;N-42;02/11/2026;Logística;Planta Pilar',
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: 'altas.csv',
    mimeType: 'text/csv',
    // The last line as an older program saves it.
    buffer: Buffer.concat(
      file.map((line, at) => Buffer.from(`${line}\r\n`, at === file.length - 1 ? 'latin1' : 'utf-8')),
    ),
  })
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/import\/\d+/)
  await page.locator('table, ul[class*=phone] > li').first().waitFor()
}

/** A tab of the first employee of the list. */
function opensTab(tab: string) {
  return async (page: Page): Promise<void> => {
    await openRecord(page)
    await page.goto(`${new URL(page.url()).pathname}?tab=${tab}`)
    await page.getByRole('tabpanel').waitFor()
  }
}

/** The dialog of documents that came under another number: chosen, known, and without anybody to move them to. */
async function misplacedDocuments(page: Page): Promise<void> {
  const para = { id: 1, nombre: 'Domínguez, Héctor Raúl' }
  const documentos = [8, 9, 10].map((month, at) => ({
    id: at + 1,
    archivo: `recibo-${month}.pdf`,
    tipo: { id: 1, nombre: 'Recibo de sueldo' },
    periodo: `2026-${String(month).padStart(2, '0')}-01`,
    cuil: at === 2 ? '20451237773' : '20287145366',
    conocido: at === 0,
    firmado: at < 2,
    para: at === 2 ? null : para,
  }))
  const pagination = { page: 1, perPage: 100, total: documentos.length }
  const json = { data: { documentos, se_mueven: 2 }, pagination }
  await fakeAnswers(page, /\/documents\/misplaced\?/, (route) => route.fulfill({ json }))
  await openRecord(page)
  await press(page, /^Ver (y|e) mover/)
  await page
    .getByRole('checkbox', { name: /20\d\d/ })
    .first()
    .check()
}

/** Ticks everybody with direct reports, and opens the dialog of their folders. */
async function chooseFolders(page: Page): Promise<void> {
  const select = page.getByRole('button', { name: /^(Seleccionar|Selecionar)$/ })
  const boxes = page.getByRole('checkbox', { name: /: / })
  await select.or(boxes).first().waitFor()
  if (await select.isVisible()) await select.click()
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
  await press(page, /^Dar o? ?(el )?perfil/)
  await page.getByRole('dialog').waitFor()
}

/** One of the acts behind the dots of the first employee of the list. */
async function actOn(page: Page, act: RegExp): Promise<void> {
  await row(page).click()
  await page.waitForURL(/employee\/\d+/)
  await press(page, /^(Más acciones|Mais ações)/)
  await page.getByRole('menuitem', { name: act }).click()
  await page.getByRole('dialog').getByRole('button').last().waitFor()
}

/** A screen of the first employee of the list: their code, their own view. */
async function besideRecord(page: Page, what: 'code' | 'view'): Promise<void> {
  await row(page).click()
  await page.waitForURL(/employee\/\d+/)
  await page.goto(`${new URL(page.url()).pathname}/${what}`)
  await page.locator('h1').first().waitFor()
}
