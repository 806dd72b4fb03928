/** Takes the pictures of the README again, by hand: `node e2e/support/readme-pictures.ts`. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from './browser.ts'
import { removeDataDir, startServer } from './server.ts'
import { settled, signIn, visit } from './visits.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')
const given = process.argv[2]
const own = given ? null : await startServer({ env: { DEMO: '1' } })
const url = given ?? own?.url ?? ''
const browser = await launchBrowser()

const { page: desk } = await visit(browser, url)
await signIn(desk, 's', 'mariana')
await desk.evaluate(() => localStorage.setItem('sideBarMinimised', 'true'))
await desk.goto('/s/documents/search?periodo=2026-10&orden=colaborador')
await settled(desk)
for (const [filter, choice] of [
  ['Documento', 'Recibo de sueldo'],
  ['Sector', 'Comercial'],
] as const) {
  await desk.getByRole('button', { name: 'Filtro', exact: true }).click()
  await desk.getByRole('menuitem', { name: filter, exact: true }).click()
  await desk.getByRole('checkbox', { name: choice, exact: true }).click()
  await desk.keyboard.press('Escape')
}
await desk.getByRole('row', { name: /Benítez, Carla/ }).click()
await desk.locator('img.paper').waitFor()
// Nothing under the pointer, and no focus: the row shows its state and not its acts.
await desk.mouse.move(700, 20)
await desk.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
await settled(desk)
await compressed(await desk.screenshot()).toFile(join(folder, 'documents.png'))

const { page: phone } = await visit(browser, url, { size: 'phone' })
await signIn(phone, 'e', 'jorge_ledesma')
await phone.locator('article img').waitFor()
await drawn(phone)
const shots = [await phone.screenshot()]
await phone.getByRole('link', { name: /^Leer y firmar/ }).click()
await phone.locator('canvas').first().waitFor()
await drawn(phone)
shots.push(await phone.screenshot())
await phone.getByRole('button', { name: 'Firmar', exact: true }).click()
await phone.getByRole('radio').first().click()
await drawn(phone)
shots.push(await phone.screenshot())
await compressed(await sideBySide(shots)).toFile(join(folder, 'employee.png'))

await browser.close()
if (own) {
  await own.stop()
  removeDataDir(own.dataDir)
}

/** Half a second: a page of a PDF appears by parts. */
async function drawn(page: Page): Promise<void> {
  await page.waitForTimeout(500)
}

function compressed(picture: Buffer) {
  return sharp(picture).png({ palette: true, effort: 10, colours: 128 })
}

/** At one and a half dots a pixel, with room between them. */
async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const [width, height, gap] = [468, 1013, 24]
  const small = await Promise.all(
    pictures.map((picture) => sharp(picture).resize(width, height).png().toBuffer()),
  )
  return sharp({
    create: {
      width: small.length * (width + gap) + gap,
      height: height + 2 * gap,
      channels: 3,
      background: '#e4e5df',
    },
  })
    .composite(small.map((input, n) => ({ input, left: gap + n * (width + gap), top: gap })))
    .png()
    .toBuffer()
}
