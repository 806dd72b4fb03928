/**
 * Takes a picture of every screen, by hand: `node e2e/support/pictures.ts OUTDIR [url] [parts of names] [views]`.
 * Parts and views are lists with commas. Without a url it starts a server of its own. Views: `desk-light-es,phone-dark-pt`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from './browser.ts'
import { screens } from './screens.ts'
import { removeDataDir, startServer } from './server.ts'
import { settled, signIn, sizes, visit } from './visits.ts'

const usual =
  'desk-light-es,desk-dark-es,small-light-es,phone-light-es,phone-dark-es,desk-light-pt,phone-light-pt'
const [folder, given, part = '', views = usual] = process.argv.slice(2)
if (!folder) throw new Error('usage: node e2e/support/pictures.ts OUTDIR [url] [part of a name] [views]')
mkdirSync(folder, { recursive: true })

const own = given ? null : await startServer({ env: { DEMO: 'small' } })
const url = given || (own?.url ?? '')
const browser = await launchBrowser()
const wanted = screens.filter(({ name }) => part.split(',').some((one) => name.includes(one)))
for (const view of views.split(',')) {
  const [size = '', scheme, language] = view.split('-')
  if (!(size in sizes)) throw new Error(`no size ${size}`)
  for (const [as, theirs] of Map.groupBy(wanted, (screen) => `${screen.site} ${screen.as}`)) {
    const { context, page, problems } = await visit(browser, url, {
      size: size as keyof typeof sizes,
      dark: scheme === 'dark',
      language: language === 'pt' ? 'pt' : 'es',
      refused: [401, 404, 415, 422],
    })
    const [first] = theirs
    if (first?.as) await signIn(page, first.site, first.as)
    for (const { name, path, act } of theirs) {
      try {
        await page.goto('about:blank')
        await page.goto(path)
        await settled(page)
        await act?.(page)
        await settled(page)
      } catch (error) {
        console.error(`${name} ${view}: ${String(error).split('\n')[0]}`)
      }
      await page.screenshot({ path: join(folder, `${name}-${view}.png`) })
      for (const problem of problems.splice(0)) console.error(`${name} ${view}: ${problem}`)
    }
    await context.close()
    console.log(`${view} ${as}`)
  }
}
await browser.close()
if (own) {
  await own.stop()
  removeDataDir(own.dataDir)
}
