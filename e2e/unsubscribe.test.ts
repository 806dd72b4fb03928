import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { australAlimentos } from '#demo/austral.ts'
import type { Person as DemoPerson } from '#demo/people.ts'
import { companyBySlug } from '#server/shared/across.ts'
import { addDays, today } from '#server/shared/today.ts'
import { promote } from './support/administrators.ts'
import { expectNoBarriers } from './support/barriers.ts'
import { inside } from './support/inside.ts'
import { mailTo } from './support/mailbox.ts'
import { addPeople } from './support/many-people.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, choose, enter, settled, signIn } from './support/visits.ts'

serveDemonstration()

/** Lines of the large file: 180 people who leave, and 20 faults. */
const lines = 200
/** How many people the faulty lines need. */
const faultyPeople = 11
const yesterday = dayIn(-1)

const { people } = australAlimentos()
const heads = new Set(people.map(({ reportsTo }) => reportsTo))
/** Twelve employees without a team or another profile. */
const leavers = people
  .filter(
    ({ username, profiles, state, access, mail, confidential }) =>
      state === 'active' &&
      access === 'ready' &&
      mail !== null &&
      !confidential &&
      profiles.length === 0 &&
      !heads.has(username) &&
      username !== 'jorge_ledesma',
  )
  .slice(0, 12)
const [mistaken, returning, leaving] = leavers
if (!mistaken || !returning || !leaving) throw new Error('nobody leaves')

describe('a mass unsubscribe', () => {
  // By HTTP each run proves it: server/areas/employees/import/unsubscription.test.ts. A file is checked and mended on
  // the same screens in import.test.ts.
  test(
    'is built from the list, checked, confirmed by the password, and one of its ends is called off',
    { tags: ['long'] },
    async ({ open }) => {
      const { page } = await open({ refused: [422] })
      await signIn(page, 's', 'mariana', { path: '/s/employees/list?buscar=ledesma' })
      await page.getByRole('link', { name: 'Baja masiva' }).click()
      const [built] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^Descargar el archivo con/ }).click(),
      ])
      const [header, first = ''] = (await readFile(await built.path())).toString().split('\r\n')
      expect(header).toBe('\ufeffcuil;fechabaja;observaciones')
      const [cuil] = first.split(';')
      const day = new Date(Date.now() + 5 * 86_400_000)
        .toISOString()
        .slice(0, 10)
        .split('-')
        .toReversed()
        .join('/')
      await page.locator('input[type=file]').setInputFiles({
        name: 'temporada.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `${header}\r\n${cuil};${day};Fin de la campaña\r\n;${day};\r\n99999999999;${day};\r\n`,
        ),
      })
      await page.getByRole('combobox', { name: /^Motivo/ }).click()
      await page.getByRole('option', { name: 'Fin de contrato' }).click()
      await page.getByRole('button', { name: 'Revisar el archivo' }).click()
      await page.getByText('Falta el número de la persona.').first().waitFor()
      await page.getByText('No hay nadie con ese número.').first().waitFor()
      await page.getByText('Motivo: Fin de contrato').waitFor()
      await page.getByRole('button', { name: 'Dar de baja a 1…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('2 filas con fallas quedan afuera.').waitFor()
      const proof = dialog.locator('input[type=password]')
      await proof.fill('no es esta 1')
      await dialog.getByRole('button', { name: 'Dar de baja a 1' }).click()
      await dialog.getByText('La contraseña no es correcta.').waitFor()
      await proof.fill(demoPassword)
      await dialog.getByRole('button', { name: 'Dar de baja a 1' }).click()
      await page.getByText('Se dio 1 baja.').waitFor()

      await page.getByRole('button', { name: /^Bajas 1/ }).click()
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('button', { name: 'Más acciones' }).click()
      await page.getByRole('menuitem', { name: 'Anular la baja prevista…' }).click()
      const undo = page.getByRole('dialog')
      await undo.getByText('no se hará').waitFor()
      await undo.locator('input[type=password]').fill(demoPassword)
      await undo.getByRole('button', { name: 'Anular la baja' }).click()
      await page.getByText(/^La baja de .* se anuló\.$/).waitFor()
    },
  )
  // By HTTP each run proves it: server/areas/employees/import/unsubscription.test.ts.
  test(
    `of ${lines} lines names each of 20 faults, and ends the stays of the others`,
    { tags: ['long'], timeout: 600_000 },
    async ({ open }) => {
      const others = leavers.slice(3)
      const added = await inside(server().place, async (services) => {
        const company = await companyBySlug(services.database.pool, 'austral-alimentos')
        return services
          .tenant(company?.id ?? 0)
          .write((tx) => addPeople(tx, faultyPeople + lines - 20 - others.length))
      })
      const { page } = await open({ refused: [422] })
      await signIn(page, 's', 'mariana', { path: '/s/employees/unsubscribe' })
      const { rows, faults } = file(added.slice(0, faultyPeople))
      const good = [...others.map(({ cuil }) => cuil), ...added.slice(faultyPeople)]
      await sendEnds(page, rows, good)
      const named = page.locator('tbody tr[data-row]')
      await expect.poll(() => named.count()).toBe(20)
      expect(await named.evaluateAll(faultsOnScreen)).toEqual(faults)
      // The people whose number is in the file are named too.
      await named
        .filter({ hasText: 'Etchegaray, Mariana' })
        .getByText(`código ${codeOf('OWN_EMPLOYMENT_END')}`)
        .waitFor()
      await expectNoBarriers(page, ['1440 light', '390 dark'])
      await endStays(page, good.length, '20 filas con fallas quedan afuera.')
    },
  )

  // By HTTP each run proves it: server/areas/employees/ends.test.ts.
  test(
    'of those who left one comes back as if never gone, and one is taken on again',
    {
      tags: ['long'],
      timeout: 180_000,
    },
    async ({ open }) => {
      await promote(server().url, ['bustamante'])
      const { page: undone } = await open({ size: 'phone' })
      await signIn(undone, 'e', mistaken.username)
      const start = await heading(undone)
      const { page } = await open()
      await signIn(page, 's', 'mariana', { path: '/s/employees/unsubscribe' })
      await sendEnds(
        page,
        [],
        [mistaken, returning, leaving].map(({ cuil }) => cuil),
      )
      await endStays(page, 3, 'Se dará de baja a 3 personas.')

      const act = async (on: Page, { surname }: DemoPerson, name: string) => {
        await on.goto(`/s/employees/list?estado=inactive&buscar=${encodeURIComponent(surname)}`)
        await on.getByRole('row', { name: new RegExp(surname) }).click()
        await on.waitForURL(/\/employee\/\d+/)
        await settled(on)
        await on.locator('main').getByText('Inactivo', { exact: true }).waitFor()
        await on.getByRole('button', { name: 'Más acciones' }).click()
        const item = on.getByRole('menuitem', { name })
        await on.getByRole('menuitem').first().waitFor()
        if ((await item.count()) === 0) return null
        await item.click()
        return on.getByRole('dialog')
      }
      // Another person undoes it than the one who did it.
      expect(await act(page, mistaken, 'Anular la baja…')).toBeNull()
      const { page: second } = await open({ refused: [422] })
      await signIn(second, 's', 'federico_bustamante')
      const undoing = await act(second, mistaken, 'Anular la baja…')
      await undoing?.getByText('Vuelve como estaba').waitFor()
      await undoing?.locator('input[type=password]').fill(demoPassword)
      await undoing?.getByRole('button', { name: 'Anular la baja' }).click()
      await second.getByText(/^La baja de .* se anuló\.$/).waitFor()
      await second.locator('main').getByText('Activo', { exact: true }).waitFor()
      const taking = await act(second, returning, 'Reactivar…')
      await taking?.getByText('La contraseña anterior ya no sirve').waitFor()
      await taking?.locator('input[type=password]').fill(demoPassword)
      await taking?.getByRole('button', { name: 'Reactivar' }).click()
      await second.getByText('La persona está otra vez activa.').waitFor()

      // The session of before goes on; who left signs in as ever; who is back needs a password anew.
      expect(await heading(undone)).toBe(start)
      await mailTo(server().folder, mistaken.mail ?? '', /la baja se anuló/)
      const { page: left } = await open({ size: 'phone' })
      await mailTo(server().folder, leaving.mail ?? '', /qué sigue abierto después de la baja/)
      await signIn(left, 'e', leaving.username, { path: '/e/documentos' })
      await left
        .getByText(/^Recibos/)
        .first()
        .waitFor()
      const { page: back } = await open({ size: 'phone', refused: [422] })
      await back.goto('/e/login')
      await enter(back, returning.username)
      await back.getByRole('alert').waitFor()
      const invitation = await mailTo(server().folder, returning.mail ?? '', /contraseña/)
      await back.goto(/https?:\/\/\S+\/ingreso#\S+/.exec(invitation.text ?? '')?.[0] ?? '')
      await back.getByLabel('Contraseña nueva').fill('Duraznero+81-azul')
      await back.getByLabel('Repetir contraseña').fill('Duraznero+81-azul')
      await back.getByRole('button', { name: 'Guardar y entrar' }).click()
      await arrived(back, 'e')
      await back.goto('/e/documentos')
      await back
        .getByText(/^Recibos/)
        .first()
        .waitFor()
    },
  )
})

/** Gives the screen a file: lines with faults, and the tax ids of those whose stay ended yesterday. */
async function sendEnds(page: Page, faulty: readonly string[], cuils: readonly string[]): Promise<void> {
  const ends = cuils.map((cuil) => `${cuil};${yesterday};Fin de la campaña`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'campaña.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['cuil;fechabaja;observaciones', ...faulty, ...ends].join('\r\n')),
  })
  await choose(page, /^Motivo/, /Fin de contrato/)
  await page.getByRole('button', { name: 'Revisar el archivo' }).click()
}

/** Ends the stays that have no fault, after a dialog that says so. */
async function endStays(page: Page, count: number, says: string): Promise<void> {
  await page.getByRole('button', { name: `Dar de baja a ${count}…` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(says).waitFor()
  await dialog.locator('input[type=password]').fill(demoPassword)
  await dialog.getByRole('button', { name: `Dar de baja a ${count}` }).click()
  await page.getByText(`Se dieron ${count} bajas.`).waitFor()
}

/** Opens the employees' site anew. Returns its first sentence: what waits. */
async function heading(page: Page): Promise<string> {
  await page.goto('/e/')
  await settled(page)
  return page.locator('h1').first().innerText()
}

/** The faults of the rows of the dry run, as the screen shows them: line, column and code. */
function faultsOnScreen(rows: Element[]): string[] {
  return rows.flatMap((row) =>
    [...row.querySelectorAll('li')].map((fault) =>
      [
        row.querySelector('td')?.textContent,
        fault.querySelector('b')?.firstChild?.textContent,
        /código (\d+)/.exec(fault.textContent)?.[1],
      ]
        .filter(Boolean)
        .join(' '),
    ),
  )
}

/** Lines with one fault each, in the order of the file, and those faults as the screen shows them. */
function file(cuils: readonly string[]): { rows: string[]; faults: string[] } {
  const of = (username: string) => people.find((one) => one.username === username)?.cuil
  const day = yesterday
  const lines: [row: string, column: string, fault: ErrorName][] = [
    [`;${day};`, 'CUIL', 'END_LINE_WITHOUT_PERSON'],
    [`27999999990;${day};`, 'CUIL', 'END_LINE_UNKNOWN'],
    [`=A1;${day};`, 'CUIL', 'IMPORT_FORMULA'],
    [`2,03E+10;${day};`, 'CUIL', 'IMPORT_ROUNDED_NUMBER'],
    [`${of('mariana')};${day};`, 'CUIL', 'OWN_EMPLOYMENT_END'],
    [`${of('pablo_juarez')};${day};`, 'CUIL', 'EMPLOYMENT_ALREADY_ENDED'],
    [`${of('hector')};${day};`, 'CUIL', 'EMPLOYMENT_END_ALONE'],
    [`${of('martina_araoz')};${dayIn(5)};`, 'Motivo', 'END_REASON_OTHER_STATE'],
    [`${cuils[0]};;`, 'Fecha de baja', 'END_LINE_WITHOUT_DAY'],
    [`${cuils[1]};31/02/2026;`, 'Fecha de baja', 'END_LINE_DAY_INVALID'],
    [`${cuils[2]};ayer;`, 'Fecha de baja', 'END_LINE_DAY_INVALID'],
    [`${cuils[3]};20/13/2026;`, 'Fecha de baja', 'END_LINE_DAY_INVALID'],
    [`${cuils[4]};01/01/1990;`, 'Fecha de baja', 'END_BEFORE_HIRE'],
    [`${cuils[5]};${dayIn(90)};`, 'Fecha de baja', 'END_TOO_FAR_AHEAD'],
    [`${cuils[6]};=HOY();`, 'Fecha de baja', 'IMPORT_FORMULA'],
    [`${cuils[7]};${day};${'x'.repeat(256)}`, 'Observaciones', 'END_LINE_OBSERVATION_LONG'],
    [`${cuils[8]};${day};<b>`, 'Observaciones', 'CHARACTERS_NOT_ALLOWED'],
    [`${cuils[9]};${day};;;sobra`, '', 'IMPORT_TOO_MANY_CELLS'],
    [`${cuils[10]};${day};`, 'CUIL', 'IMPORT_LINE_TWICE'],
    [`${cuils[10]};${dayIn(1)};`, 'CUIL', 'IMPORT_LINE_TWICE'],
  ]
  const shown = (fault: ErrorName) => (/^\d+$/.test(codeOf(fault)) ? ` ${codeOf(fault)}` : '')
  return {
    rows: lines.map(([row]) => row),
    faults: lines.map(([, column, fault], at) => `${at + 2} ${column}${shown(fault)}`.trim()),
  }
}

/** A day of the company's, as its file writes it. */
function dayIn(days: number): string {
  const date = addDays(today('America/Argentina/Buenos_Aires', new Date()), days)
  return date.split('-').toReversed().join('/')
}
