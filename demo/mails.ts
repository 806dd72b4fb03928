import sharp from 'sharp'
import type { CustomWords } from '#contract/custom-mails.ts'
import { documentOf } from '#contract/rich-text.ts'
import type { MailEvent } from '#contract/mails.ts'
import { addPicture, changePicture, saveFirstWords } from '#server/areas/mails/operations.ts'
import type { Services } from '#server/shared/services.ts'
import type { Acting } from './acting.ts'
import type { DemoCompany } from './people.ts'

interface Filled {
  services: Services
  demo: DemoCompany
}

const oneDay = 86_400_000

/** Names and colours of the gallery's pictures, the newest last; those with a star are archived. */
const pictures = {
  es: [
    'fiesta-2025*',
    'logo-viejo*',
    'verano',
    'otono',
    'invierno',
    'primavera',
    'planta-pilar',
    'deposito',
    'seguridad',
    'calidad',
    'vacunas',
    'comedor',
    'capacitacion',
    'aniversario',
    'dia-del-trabajo',
    'navidad',
    'cosecha',
    'franja',
  ],
  pt: ['cafezal', 'colheita', 'faixa'],
}
const colours = ['#0f5c6e', '#8c1d2f', '#d9a441', '#84a88d', '#286f80', '#5b4b8a']

type Said = Partial<CustomWords>
const own: Record<'es' | 'pt', Partial<Record<MailEvent, { es?: Said; pt?: Said }>>> = {
  es: {
    new_document: {
      es: { pie: 'Recursos Humanos, interno 214. No hace falta responder.' },
    },
    new_post: {
      es: {
        asunto: '{{nombre}}, hay una novedad: {{titulo}}',
        titulo: '{{titulo}}',
        texto: {
          ...documentOf(
            'Hola, {{nombre}}:\n\n{{mensaje}}\n\nEstá en la cartelera, junto con las demás novedades de {{empresa}}.',
          ),
        },
        boton: 'Ver la novedad',
        pie: 'Comunicación Interna de {{empresa}}, interno 220.',
        colores: { primario: '#8c1d2f', secundario: '#fff4e0', titulo: '#1b1c19' },
      },
      pt: { boton: 'Ver a novidade' },
    },
    password_changed: { es: { texto: { ...documentOf('Buenos días, {{nombre}}:') } } },
  },
  pt: {
    new_document: {
      pt: {
        titulo: 'Tem documento para ler, {{nombre}}',
        texto: {
          ...documentOf(
            'Olá, {{nombre}},\n\nA {{empresa}} publicou:\n\n{{documentos}}\n\nDá para ler no celular ou no computador, com o usuário {{usuario}}.',
          ),
        },
        pie: 'Gente e Gestão, ramal 31. Não é preciso responder.',
      },
    },
    paper_approved: { pt: { boton: 'Ver o que enviei', pie: 'Gente e Gestão, ramal 31.' } },
  },
}

/** Fills the company's gallery, and gives some of its mails words and a look of their own. */
export async function writeMails({ services, demo }: Filled, administrator: Acting): Promise<void> {
  const language = demo.employer.country === 'BR' ? 'pt' : 'es'
  const now = services.clock().getTime()
  const names = pictures[language]
  let last = 0
  for (const [place, name] of names.entries()) {
    const ctx = administrator(new Date(now - (names.length - place) * oneDay))
    // The band that stands in the mails has the company's colour.
    const isBand = place === names.length - 1
    const bytes = await picture((isBand ? null : colours[place % colours.length]) ?? demo.employer.colour)
    const plain = name.replace('*', '')
    const { id } = await addPicture(ctx, {}, { name: `${plain}.png`, type: 'png', bytes })
    if (name !== plain) await changePicture(ctx, { id, archivada: true })
    last = id
  }
  for (const [event, words] of Object.entries(own[language])) {
    const ctx = administrator(new Date(now - oneDay))
    await ctx.act((tx) => saveFirstWords(ctx, tx, event as MailEvent, withPicture(words, last)))
  }
}

/** The company's newest picture stands at the head of its mails. */
function withPicture(
  words: { es?: Said; pt?: Said },
  imagen: number,
): { es?: CustomWords; pt?: CustomWords } {
  const none = { asunto: null, titulo: null, texto: null, boton: null, pie: null, colores: null }
  return Object.fromEntries(
    Object.entries(words).map(([language, said]) => [language, { ...none, imagen, ...said }]),
  )
}

/** A band for the head of a mail. */
function picture(colour: string): Promise<Buffer> {
  const waves = [60, 100, 140, 180].map(
    (y) =>
      `<path d="M0 ${y} Q280 ${y - 60} 560 ${y} T1120 ${y}" fill="none" stroke="#fff" stroke-width="3" opacity=".35"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1120" height="240"><rect width="1120" height="240" fill="${colour}"/>${waves.join('')}<circle cx="110" cy="120" r="36" fill="none" stroke="#fff" stroke-width="8"/></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
}
