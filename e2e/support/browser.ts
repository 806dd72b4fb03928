import { existsSync, mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Without a sandbox where there is no user to drop to, without shared memory where a container has little. */
const flags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await browserOptions())
}

/** The browser to launch: CHROMIUM_PATH, an installed one, Playwright's own, else the one that comes with the packages. */
export async function browserOptions(): Promise<LaunchOptions> {
  const own = chromium.executablePath()
  const path = [process.env.CHROMIUM_PATH, ...installed, own].find((each) => each && existsSync(each))
  if (path) return { executablePath: path, args: flags }
  return { executablePath: await packagedChromium(), args: [...flags, '--headless=shell'] }
}

/** Unpacks the packaged browser once a version. */
async function packagedChromium(): Promise<string> {
  const { default: packaged } = await import('@sparticuz/chromium')
  const manifest = await readFile(
    new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url),
    'utf8',
  )
  const { version } = JSON.parse(manifest) as { version: string }
  const folder = join(tmpdir(), `legajo-chromium-${version}`)
  mkdirSync(folder, { recursive: true })
  // It unpacks into the system's temporary folder, which it reads from the environment.
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await packaged.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
