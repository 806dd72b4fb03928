import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { australAlimentos } from '#demo/austral.ts'
import type { Person } from '#demo/people.ts'
import { plainPages } from '#pdf/testing/samples.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { sendToSplit } from './support/split-payrolls.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

const users = ['norma_pena', 'luis_sosa', 'marta_figueroa', 'diego_nunez']

test('the review says by which witnesses a receipt was assigned, and of an exception what speaks for whom', async ({
  open,
  onTestFinished,
}) => {
  const [norma, luis, marta, diego] = users.map(named) as [Person, Person, Person, Person]
  const [stranger, other] = [cuilOf('12345678'), cuilOf('12345686')]
  const head = ({ surname, givenNames, ...of }: Person, { cuil, fileNumber } = of) => [
    `Apellido y nombre: ${surname} ${givenNames}`,
    `CUIL: ${cuil}  Legajo: ${fileNumber}`,
  ]
  const rows = (at: number) => [
    `Haber  1${at}0.300,00`,
    `Descuento  1${at}.200,00`,
    `A cobrar  3${at}0.400,00`,
  ]
  const pdf = await plainPages([
    [...head(norma), ...rows(1)],
    // The name of one, the id and the file number of another.
    [...head(luis, marta), ...rows(2)],
    [...head(diego), `CUIL: ${stranger}`, ...rows(3)],
    ['Apellido y nombre: Zamudio Eulalia', `CUIL: ${other}`, ...rows(4)],
    ['Apellido y nombre: Nadie Conocido', ...rows(5)],
  ])
  const folder = mkdtempSync(join(tmpdir(), 'legajo-payroll-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'vacaciones.pdf')
  writeFileSync(file, pdf)
  const { page } = await open()
  page.setDefaultTimeout(30_000)
  await signIn(page, 's', 'mariana')
  await sendToSplit(page, server().place, file)

  const digits = stranger.replace(/^(\d\d)(\d+)(\d)$/, '$1-$2-$3')
  const person = `${marta.surname}, ${marta.givenNames}`
  await expectWords(page, /^Por resolver/, [
    `${person}: legajo ${marta.fileNumber} y CUIL; el nombre es de otra persona`,
    `CUIL ${digits}: no es de nadie de la nómina`,
  ])
  await expectWords(page, /^Listos para publicar/, [`Coinciden nombre, legajo ${norma.fileNumber} y CUIL`])

  const { page: portuguese } = await open({ language: 'pt' })
  portuguese.setDefaultTimeout(30_000)
  await signIn(portuguese, 's', 'mariana')
  const { pathname, search } = new URL(page.url())
  await portuguese.goto(pathname + search)
  await expectWords(portuguese, /^A resolver/, [
    `${person}: matrícula ${marta.fileNumber} e CUIL; o nome é de outra pessoa`,
    `CUIL ${digits}: não é de nenhum colaborador`,
  ])
  await expectWords(portuguese, /^Prontos para publicar/, [
    `Conferem nome, matrícula ${norma.fileNumber} e CUIL`,
  ])
}, 180_000)

function named(user: string): Person {
  const found = australAlimentos().people.find(({ username }) => username === user)
  if (!found) throw new Error(`nobody called ${user}`)
  return found
}

/** Opens a group of the review and waits until its receipts say these words. */
async function expectWords(page: Page, group: RegExp, words: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: group }).first().click()
  const feed = page.getByRole('feed')
  for (const text of words) await feed.getByText(text, { exact: true }).first().waitFor()
}
