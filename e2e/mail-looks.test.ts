import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIResponse, Page } from 'playwright-core'
import { expect } from 'vitest'
import { customMails, type CustomWords, hasButton, type MailPicture } from '#contract/custom-mails.ts'
import { type MailEvent, mailEvents, mailVariables } from '#contract/mails.ts'
import { ask } from './support/client.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

/** Widths of mail clients: a small phone, a desk's column, and a wide window. */
const widths = process.env.LONG ? [320, 600, 800] : [320]
const all = Object.keys(mailEvents) as MailEvent[]
const events = process.env.LONG ? all : all.filter((_, at) => at % 12 === 0)
/** The pictures of a long run, one for each mail and width. */
const folder = join(tmpdir(), 'legajo-mails')

const marks = (text: string, ...names: string[]) => ({
  type: 'text',
  text,
  marks: names.map((type) => ({ type })),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const item = (...content: object[]) => ({ type: 'listItem', content: [paragraph(...content)] })
const text = (words: string) => ({ type: 'text', text: words })

/** A company's words of a mail that use every mark and every variable of the mail's. */
function wordsOf(event: MailEvent, picture: MailPicture): CustomWords {
  const { security, link } = mailEvents[event]
  const look = {
    imagen: picture.id,
    colores: { primario: '#8c1d2f', secundario: '#ffffff', titulo: '#8c1d2f' },
  }
  const variables = mailVariables(event).map((name) => item({ type: 'variable', attrs: { name } }))
  const greeting = [
    paragraph(
      marks('Buenos ', 'bold'),
      marks('días', 'italic'),
      text(', '),
      { type: 'variable', attrs: { name: 'nombre' } },
      { type: 'hardBreak' },
      marks('de parte de todo el equipo', 'underline'),
      text(':'),
    ),
  ]
  if (security)
    return {
      asunto: null,
      titulo: null,
      texto: { type: 'doc', content: greeting },
      boton: null,
      pie: null,
      ...look,
    }
  const policy = {
    ...text('la política de la empresa'),
    marks: [{ type: 'link', attrs: { href: 'https://austral.example/politica' } }],
  }
  return {
    asunto: '{{nombre}}: una novedad de {{empresa}}',
    titulo: 'Una novedad de {{empresa}}',
    texto: {
      type: 'doc',
      content: [
        ...greeting,
        paragraph(marks('Todo junto', 'bold', 'italic', 'underline'), text('; más en '), policy, text('.')),
        { type: 'bulletList', content: variables },
        { type: 'orderedList', content: [item(text('Entrar')), item(text('Leer'))] },
      ],
    },
    boton: hasButton(link) ? 'Verlo en el portal de {{empresa}}' : null,
    pie: 'Recursos Humanos de {{empresa}}, interno 214.',
    ...look,
  }
}

/** The faults of a mail as a browser shows it: empty, an open variable, a picture that didn't load, too wide. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = document.body.innerText
    const pictures = [...document.images].filter(({ naturalWidth }) => naturalWidth === 0)
    return [
      ...(shown.trim().length < 40 ? ['empty'] : []),
      ...(/\{\{|\}\}|undefined|\bnull\b/.test(shown) ? ['an open variable'] : []),
      ...(document.images.length === 0 ? ['neither logo nor picture'] : []),
      ...pictures.map(({ src }) => `not loaded: ${src}`),
      ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : []),
    ]
  })
}

test(
  'every mail shows whole at the widths of mail clients, with the standard words and with a company’s',
  { timeout: process.env.LONG ? 1_200_000 : 120_000 },
  async ({ open }) => {
    const { page } = await open()
    const { url } = server()
    await signIn(page, 's', 'mariana', { path: '/s/CustomEmails/list' })
    const as = await page.evaluate(() => localStorage.getItem('jwt') ?? '')
    const { imagenes } = (await ask(url, customMails.gallery, {}, { as })).data
    const picture = imagenes.find(({ archivada }: MailPicture) => archivada === null)
    if (process.env.LONG) mkdirSync(folder, { recursive: true })
    let shown = ''
    await page.route('**/mail-to-look-at', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown }),
    )
    // A mail client keeps the logo; the server refuses to give it hundreds of times a minute.
    const kept = new Map<string, Promise<APIResponse>>()
    await page.route('**/api/companies/logo/**', async (route) => {
      const address = route.request().url()
      const answer = kept.get(address) ?? route.fetch()
      kept.set(address, answer)
      await route.fulfill({ response: await answer })
    })
    const faulty: string[] = []
    for (const event of events)
      for (const idioma of ['es', 'pt'] as const)
        for (const palabras of [null, wordsOf(event, picture)]) {
          const name = `${event}-${idioma}-${palabras ? 'own' : 'standard'}`
          const { data, code } = await ask(url, customMails.preview, { event, idioma, palabras }, { as })
          expect(code, name).toBeUndefined()
          // The pictures' addresses have the public one, at which nothing answers here.
          shown = data.html.replaceAll(/(src=")https?:\/\/[^/"]+\//g, `$1${url}/`)
          for (const width of widths) {
            await page.setViewportSize({ width, height: 700 })
            await page.goto('/mail-to-look-at', { waitUntil: 'load' })
            faulty.push(...(await faultsOf(page)).map((fault) => `${name} ${width}: ${fault}`))
            if (process.env.LONG)
              await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
          }
        }
    expect(faulty).toEqual([])
  },
)
