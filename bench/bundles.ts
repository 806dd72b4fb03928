import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../e2e/support/browser.ts'
import { demoPassword, newDataDir, removeDataDir, startServer } from '../e2e/support/server.ts'

/**
 * Bytes, as the server sends them, of the scripts that a browser loads for the sign-in page before the first keystroke,
 * and for the employees' first screen with its documents on it, by file. Aims: 100 kB and 170 kB, which
 * e2e/page-policy.test.ts holds.
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
  scripts = new Set()
  await page.reload({ waitUntil: 'networkidle' })
  report("employees' first screen", scripts, 170)
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
}

function report(name: string, scripts: ReadonlySet<string>, aim: number): void {
  const sizes = [...scripts].map((path) => {
    const file = join(import.meta.dirname, '../dist/web', path.replace(/^\/s\//, ''))
    return { path, kb: statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1000 }
  })
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
  console.log(`${name}: ${total.toFixed(1)} kB of script (aim ≤ ${aim})`)
  for (const { path, kb } of sizes.toSorted((a, b) => b.kb - a.kb))
    console.log(`  ${kb.toFixed(1).padStart(6)}  ${path}`)
}
