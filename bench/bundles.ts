import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../e2e/support/browser.ts'
import { demoPassword, removeDataDir, startServer } from '../e2e/support/server.ts'
import { newDataDir } from './support/data-dir.ts'

/**
 * Bytes, as the server sends them, of the scripts that a browser loads for the sign-in page before the first keystroke,
 * for the employees' first screen with its documents on it, for their account and for the largest section of their own
 * data, by file. Aims: 100 kB for the sign-in page and 170 kB for the first screen, which e2e/page-policy.test.ts holds.
 */
const dataDir = newDataDir()
const server = await startServer({ dataDir })
const browser = await launchBrowser()
try {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  let scripts = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname)
  })
  await page.goto(`${server.url}/e/login`, { waitUntil: 'networkidle' })
  report('sign-in page', scripts, 100)

  await page
    .getByLabel(/usuario/i)
    .first()
    .fill('jorge_ledesma')
  await page.locator('input[type=password]').fill(demoPassword)
  scripts = new Set()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/e\/?$/)
  await page.waitForLoadState('networkidle')
  // As if nothing were in the cache: what this screen loads, whether or not the sign-in page loaded it before.
  const load = async (name: string, path: string, aim?: number) => {
    scripts = new Set()
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    report(name, scripts, aim)
  }
  await load("employees' first screen", '/e/', 170)
  await load('one’s own account, Yo', '/e/cuenta')
  await load('its largest section, the address', '/e/cuenta/datos/address')
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
}

function report(name: string, scripts: ReadonlySet<string>, aim?: number): void {
  const sizes = [...scripts].map((path) => {
    const file = join(import.meta.dirname, '../dist/web', path.replace(/^\/s\//, ''))
    return { path, kb: statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1000 }
  })
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
  console.log(`${name}: ${total.toFixed(1)} kB of script${aim === undefined ? '' : ` (aim ≤ ${aim})`}`)
  for (const { path, kb } of sizes.toSorted((a, b) => b.kb - a.kb))
    console.log(`  ${kb.toFixed(1).padStart(6)}  ${path}`)
}
