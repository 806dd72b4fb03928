import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { helpNames, type HelpPage } from '#web/portal/help.ts'
import { screens } from './support/screens.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { settled, signIn, visit } from './support/visits.ts'

serveDemonstration()

/** The screen in the picture of each page of help. */
const pictured: Record<HelpPage, string> = {
  recibos: 'massive-preview',
  documento: 'publish-filled',
  generica: 'publish-generic',
  nomina: 'employees-import-checked',
  acceso: 'employees',
  firmas: 'follow-up',
  no_conformes: 'disagreements',
  deshacer: 'undo',
  certificado: 'certificates',
  tipos: 'type-position',
}

const folder = join(import.meta.dirname, '../web/portal/areas/help/pictures')

/** Drives each screen of the help. PICTURES=1 takes its pictures again, as the help shows them. */
describe('each page of help shows the screen that it explains', { tags: ['long'] }, () => {
  for (const name of helpNames)
    for (const language of ['es', 'pt'] as const)
      test(`${name}, ${language}`, { timeout: 120_000 }, async ({ browser }) => {
        const screen = screens.find((one) => one.name === pictured[name])
        if (!screen?.as) throw new Error(`no screen is called ${pictured[name]}`)
        const { context, page } = await visit(browser, server().url, { language, refused: [404, 409, 422] })
        await signIn(page, screen.site, screen.as, { path: screen.path })
        await screen.act?.(page)
        await settled(page)
        if (process.env.PICTURES) {
          await page.waitForLoadState('networkidle')
          const picture = sharp(await page.screenshot())
            .resize({ width: 1200 })
            .webp({ quality: 70 })
          await picture.toFile(join(folder, `${name}.${language}.webp`))
          await context.close()
          return
        }
        await page.goto(`/s/help/${name}`)
        const shown = page.getByRole('main').getByRole('img')
        await shown.waitFor()
        await expect
          .poll(() => shown.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
          .toBe(1200)
        await context.close()
      })
})
