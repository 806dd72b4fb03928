import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { manyReceipts, receiptOf } from '#pdf/testing/receipts.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { rowsOf } from '../e2e/support/inside.ts'
import { payslipOfThisMonth } from '../e2e/support/payslips.ts'
import { demoPassword, removeDataDir, startServer } from '../e2e/support/server.ts'
import { arrived, choose, enter, settled, signIn, visit } from '../e2e/support/visits.ts'
import { newDataDir } from './support/data-dir.ts'

/**
 * A month of an HR administrator of 960 people, driven in a browser: what each task takes in clicks, keys, texts typed
 * and seconds of waiting. The seconds include those of the driver, and are upper bounds on a machine that does other
 * work. PEOPLE sets the number of people; 40 pages more have no owner.
 */
const people = Number(process.env.PEOPLE ?? 960)
const strangers = 40
const type = 'Adelanto de haberes'

interface Count {
  clicks: number
  keys: number
  texts: number
}

const counted: Count = { clicks: 0, keys: 0, texts: 0 }

/** Opens a visit that counts what a person would press and type. */
async function open(size: 'desk' | 'phone' = 'desk'): Promise<Page> {
  const { context, page } = await visit(browser, server.url, { size })
  await context.exposeFunction('countPressed', (kind: keyof Count) => void counted[kind]++)
  await context.addInitScript(() => {
    const count = (kind: string) => Reflect.get(window, 'countPressed')?.(kind)
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && count('clicks'), true)
    addEventListener('keydown', (event) => event.isTrusted && count('keys'), true)
    addEventListener(
      'input',
      ({ target }) => target instanceof HTMLInputElement && target.type !== 'file' && count('texts'),
      true,
    )
  })
  page.setDefaultTimeout(60_000)
  return page
}

/** Notes what a task takes. `work` ends when its person sees that it is done. */
async function task(name: string, work: () => Promise<unknown>): Promise<void> {
  Object.assign(counted, { clicks: 0, keys: 0, texts: 0 })
  const begun = performance.now()
  let note = ''
  try {
    await work()
  } catch (error) {
    note = ` FAILED: ${String(error).split('\n').slice(0, 4).join(' ')}`
    process.exitCode = 1
  }
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `${name.padEnd(52)} ${counted.clicks} clicks  ${counted.keys} keys  ${counted.texts} texts  ${seconds.toFixed(2)} s${note}`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'legajo-walk-'))
const dataDir = newDataDir()
const server = await startServer({ dataDir, env: { DEMO: 'small' } })
const browser = await launchBrowser()

try {
  await rowsOf(dataDir, `update document_types set capture = 'first_page' where name = $1`, [type])
  await walkPortal()
  await walkEmployee()
  await openCold()
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
  rmSync(folder, { recursive: true })
}

async function walkPortal(): Promise<void> {
  const page = await open()
  const dialog = page.getByRole('dialog')
  const press = (name: RegExp) => dialog.getByRole('button', { name }).last().click()
  await page.goto('/s/login')
  await settled(page)
  await task('sign in, until home is there', async () => {
    await enter(page, 'mariana')
    await arrived(page, 's')
  })

  await task('who has not signed, reminded from home', async () => {
    await page
      .getByRole('button', { name: /^Recordar a \d+ personas?…/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: /^Recordar a \d+ personas?$/ }).click()
    await dialog.getByText(/^Se recordó a \d+ persona/).waitFor()
  })
  await page.keyboard.press('Escape')

  const { month, file } = await payslipOfThisMonth('jorge_ledesma')
  await page.goto('/s/home')
  await settled(page)
  await task('publish one payslip', async () => {
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await menu.getByRole('button', { name: 'Documentos' }).click()
    await menu.getByRole('link', { name: 'Publicar un documento' }).click()
    await page.getByRole('combobox', { name: 'Colaborador' }).fill('ledes')
    await page.getByRole('option', { name: /Ledesma, Jorge Omar/ }).click()
    await choose(page, 'Tipo de documento', /^Recibo de sueldo$/)
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('El PDF nombra a la persona elegida.').waitFor()
    if (!new RegExp(month, 'i').test(await page.getByRole('combobox', { name: 'Período' }).inputValue()))
      await choose(page, 'Período', new RegExp(`^${month}$`, 'i'))
    await page.getByRole('button', { name: 'Publicar y firmar' }).click()
    await dialog.getByLabel('Contraseña del certificado').fill(demoPassword)
    await press(/^Publicar y firmar$/)
    await page.getByRole('heading', { name: 'Documento firmado y publicado' }).waitFor()
  })

  const lines = Array.from({ length: people }, (_, n) => {
    const { name, cuil, fileNumber } = receiptOf(n)
    const [surname, given] = name.split(', ')
    return `${cuil.replaceAll('-', '')};${surname};${given};${fileNumber};02/11/2020;Logística;Planta Pilar;p${n}@correo.example`
  })
  const csv = ['CUIL;Apellido;Nombre;Legajo;Ingreso;Sector;Lugar;Correo', ...lines].join('\r\n')
  await page.goto('/s/employees/import')
  await settled(page)
  await task(`import ${people} people: read`, async () => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'nomina.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') })
    await page.getByRole('button', { name: 'Revisar el archivo' }).click()
    await page.getByText('cuadra').waitFor()
  })
  await task(`import ${people} people: saved`, async () => {
    await page.getByRole('button', { name: /^Importar [\d.]+…/ }).click()
    await press(/^Importar/)
    await page.getByText(/^Se crearon [\d.]+ colaboradores/).waitFor()
  })
  await task(`invite ${people}`, async () => {
    await page.getByRole('button', { name: /^Invitar a/ }).click()
    await press(/^Enviar|^Invitar/)
    await page
      .getByText(/invitaciones enviadas|Se envi(ó|aron)|[\d.]+ enviadas/)
      .first()
      .waitFor()
  })

  const payroll = join(folder, 'liquidacion.pdf')
  writeFileSync(payroll, manyReceipts(people + strangers))
  await page.goto('/s/home')
  await settled(page)
  await task(`payroll of ${people + strangers} pages: from home to the review`, async () => {
    await page.getByRole('link', { name: 'Publicar los recibos del mes' }).first().click()
    await choose(page, /^Tipo de documento/, new RegExp(`^${type}$`))
    await choose(page, /^Período/, /^octubre 2026$/i)
    await page.locator('input[type=file]').setInputFiles(payroll)
    await page.getByRole('button', { name: 'Subir y leer' }).click()
    await page.getByRole('feed').getByRole('article').first().waitFor()
  })
  await task('decide one exception', async () => {
    await page.getByRole('feed').getByRole('article').first().focus()
    await page.keyboard.press('x')
    await page.getByText(/^1 de \d+ resuelto/).waitFor()
  })
  await task('sign and publish the payroll', async () => {
    const publish = page.getByRole('button', { name: /^Publicar [\d.]+ recibos…/ })
    await publish.click()
    await dialog.getByLabel('Contraseña del certificado').fill(demoPassword)
    await press(/^Publicar/)
    const over = page.getByRole('heading', { name: /^Publicación terminada/ })
    const again = dialog.getByText(/período anterior/)
    await over.or(again).first().waitFor()
    if (await again.isVisible()) await press(/^Publicar/)
    await over.waitFor()
  })
  await task('go on with the exceptions', async () => {
    await page.getByRole('button', { name: /^Seguir con las/ }).click()
    await page.getByRole('feed').getByRole('article').first().waitFor()
  })
  const left = strangers - 1
  await task(`decide all ${left} of them, in the review`, async () => {
    const review = page.url()
    await page.getByRole('feed').getByRole('article').first().focus()
    for (let solved = 1; solved <= left; solved++) {
      await page.keyboard.press('x')
      await page.getByText(new RegExp(`^${solved} de ${left} resueltos?$`)).waitFor()
    }
    if (page.url() !== review) throw new Error(`the review was left for ${page.url()}`)
  })

  await page.goto('/s/home')
  await settled(page)
  await task('last month’s receipt of one person', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('benitez')
    await page
      .getByRole('option', { name: /Benítez/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/employee\/\d+/)
    await page.getByRole('tab', { name: /^Documentos/ }).click()
    await page
      .getByRole('row', { name: /Recibo de sueldo.*10\/2026/ })
      .first()
      .click()
    await page.locator('canvas').first().waitFor()
  })

  await page.goto('/s/documents/publish/undo')
  await settled(page)
  await task('undo a publication', async () => {
    await page
      .getByRole('row', { name: new RegExp(type) })
      .first()
      .click()
    const reason = page.getByLabel(/^Motivo/)
    await page.getByRole('button', { name: /^Anular [\d.]+ documentos/ }).click()
    if (await dialog.locator(reason).count())
      await dialog.locator(reason).fill('Se publicó el período equivocado')
    await dialog.locator('input[type=password]').fill(demoPassword)
    await press(/^Anular/)
    await page
      .getByText(/^Se anul(aron|ó)|documentos anulados/)
      .first()
      .waitFor()
  })

  await page.goto('/s/employees/create')
  await settled(page)
  await task('add an employee', async () => {
    for (const [label, text] of [
      [/^CUIL/, '20443211234'],
      [/^Apellido/, 'Núñez'],
      [/^Nombre \*|^Nombre$/, 'Begoña'],
      [/^(N.* de )?[Ll]egajo/, '88001'],
    ] as const)
      await page.getByLabel(label).first().fill(text)
    await page.getByLabel(/^Ingreso/).fill('02/11/2026')
    await choose(page, /^Sector/, /^Logística$/)
    await choose(page, /^Lugar/, /^Planta Pilar$/)
    await page.locator('button[type=submit]').click()
    await page
      .getByText(/Se dio de alta/)
      .first()
      .waitFor()
  })

  await page.goto('/s/employees/list?buscar=quiroga')
  await settled(page)
  await task('let somebody go', async () => {
    await page
      .getByRole('row', { name: /Quiroga/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Dar de baja' }).click()
    await dialog.getByRole('radio', { name: 'Renuncia' }).click()
    await dialog.locator('input[type=password]').fill(demoPassword)
    await dialog.getByRole('button', { name: 'Dar de baja' }).click()
    await page.getByText(/^Se dio de baja a/).waitFor()
  })

  await task('anybody verifies a PDF', async () => {
    const anybody = await open()
    await anybody.goto('/verificar')
    await settled(anybody)
    const begun = performance.now()
    await anybody.locator('input[type=file]').setInputFiles(file)
    await anybody.getByRole('heading', { name: /El PDF no lleva firmas/ }).waitFor()
    console.log(`  of which the answer took ${((performance.now() - begun) / 1000).toFixed(2)} s`)
    await anybody.context().close()
  })
  await page.context().close()
}

async function walkEmployee(): Promise<void> {
  const page = await open('phone')
  await page.goto('/e/login')
  await settled(page)
  await task('employee: sign in', async () => {
    await enter(page, 'jorge_ledesma')
    await arrived(page, 'e')
  })
  await task('employee: open a payslip', async () => {
    await page
      .getByRole('link', { name: /^Leer y firmar/ })
      .first()
      .click()
    await page.locator('canvas').first().waitFor()
  })
  await task('employee: sign', async () => {
    await page.getByRole('button', { name: 'Firmar', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Conforme/ })
      .click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Contraseña/)
      .fill(demoPassword)
    await page.getByRole('button', { name: 'Firmar conforme' }).click()
    await page.getByRole('heading', { name: 'Firmado conforme' }).waitFor()
  })
  await page.context().close()
}

/** Screens opened cold: the least of three. */
async function openCold(): Promise<void> {
  const page = await open()
  await signIn(page, 's', 'mariana')
  const paths = {
    home: '/home',
    processes: '/company/process-manager',
    reminder: '/documents/publish/signature-reminder',
    generic: '/documents/publish/generic',
    reports: '/reports/main',
    certificates: '/certificates',
    folders: '/folders',
    documents: '/documents/search',
    employees: '/employees/list',
    notices: '/documents/publish/notifications',
    undo: '/documents/publish/undo',
  }
  for (const [name, path] of Object.entries(paths)) {
    let least = Infinity
    for (let turn = 0; turn < 3; turn++) {
      await page.goto('about:blank')
      const begun = performance.now()
      await page.goto(`/s${path}`)
      await settled(page)
      least = Math.min(least, performance.now() - begun)
    }
    console.log(`${name.padEnd(14)} ${least.toFixed(0)} ms`)
  }
  await page.context().close()
}
