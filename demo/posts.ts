import sharp from 'sharp'
import { documentOf } from '#contract/rich-text.ts'
import type { Services } from '#server/shared/services.ts'
import { today } from '#server/shared/today.ts'
import { addFile, readPost, savePost } from '#server/areas/billboard/operations.ts'
import { acting, type Acting } from './acting.ts'
import type { DemoCompany } from './people.ts'

interface Filled {
  services: Services
  company: { id: number }
  demo: DemoCompany
  users: ReadonlyMap<string, number>
}

interface Said {
  titulo: string
  mensaje?: string
  texto: string
}

/** A post of the demonstration: its days from today on, and what it asks for. */
interface Wanted {
  es: Said
  pt: Said
  from: number
  to: number
  colour: string
  draft?: true
  asks?: true
  /** Only for the people of the company's first sector. */
  oneSector?: true
}

const oneDay = 86_400_000

const posts: readonly Wanted[] = [
  {
    es: {
      titulo: 'Vacunación antigripal',
      texto: 'Martes y jueves de 9 a 12 en la enfermería. Es gratis y no hace falta turno.',
    },
    pt: {
      titulo: 'Vacinação contra a gripe',
      texto: 'Terças e quintas, das 9 às 12, na enfermaria. É grátis e não precisa de horário.',
    },
    from: -200,
    to: -160,
    colour: '#84a88d',
  },
  {
    es: {
      titulo: 'Fiesta de fin de año',
      mensaje: 'El viernes 18 de diciembre, con las familias.',
      texto:
        'El viernes 18 de diciembre a las 20, en el salón de la planta, con las familias.\nConfirmar en la recepción cuántos vienen.',
    },
    pt: {
      titulo: 'Festa de fim de ano',
      mensaje: 'Na sexta-feira, 18 de dezembro, com as famílias.',
      texto:
        'Na sexta-feira, 18 de dezembro, às 20h, no salão da planta, com as famílias.\nConfirmar na recepção quantos vêm.',
    },
    from: -4,
    to: 38,
    colour: '#8c1d2f',
  },
  {
    es: {
      titulo: 'Protocolo de calor',
      texto:
        'Con más de 34 °C hay pausa de 10 minutos por hora. El agua está en cada línea.\nSi alguien se siente mal, avisar al encargado y al interno 300.',
    },
    pt: {
      titulo: 'Protocolo de calor',
      texto:
        'Acima de 34 °C há pausa de 10 minutos por hora. A água está em cada linha.\nSe alguém passar mal, avisar o encarregado e o ramal 300.',
    },
    from: -3,
    to: 44,
    colour: '#d9a441',
    asks: true,
  },
  {
    es: { titulo: 'Nuevo comedor', texto: 'Abre con menú del día y opción sin gluten.' },
    pt: { titulo: 'Novo refeitório', texto: 'Abre com prato do dia e opção sem glúten.' },
    from: 6,
    to: 26,
    colour: '#286f80',
  },
  {
    es: {
      titulo: 'Corte de agua el sábado',
      texto: 'De 6 a 9 no hay agua en los vestuarios. Las duchas de la planta baja funcionan.',
    },
    pt: {
      titulo: 'Falta de água no sábado',
      texto: 'Das 6 às 9 não há água nos vestiários. Os chuveiros do térreo funcionam.',
    },
    from: -1,
    to: 5,
    colour: '#8aa6b0',
    oneSector: true,
  },
  {
    es: { titulo: 'Turnos de verano', texto: '' },
    pt: { titulo: 'Turnos de verão', texto: '' },
    from: 0,
    to: 0,
    colour: '#efefea',
    draft: true,
  },
]

/**
 * Writes posts that are over, shown, still to come, for one sector, and a draft. With `asks` one of them wants to be read and understood,
 * and a third of its readers still has to say so.
 */
export async function writePosts(
  { services, company, demo, users }: Filled,
  administrator: Acting,
  { asks }: { asks: boolean },
): Promise<void> {
  const now = services.clock().getTime()
  const language = demo.employer.country === 'BR' ? 'pt' : 'es'
  const { id: firstSector } = await services
    .tenant(company.id)
    .read((db) => db.selectFrom('sectors').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow())
  const dayOf = (days: number) => today(demo.employer.zone, new Date(now + days * oneDay))
  for (const wanted of posts) {
    if (wanted.asks && !asks) continue
    const ctx = administrator(new Date(now + Math.min(wanted.from, 0) * oneDay))
    const said = wanted[language]
    const input = {
      mensaje: '',
      video: '',
      desde: wanted.draft ? null : dayOf(wanted.from),
      hasta: wanted.draft ? null : dayOf(wanted.to),
      todos_los_sectores: !wanted.oneSector,
      sectores: wanted.oneSector ? [firstSector] : [],
      todas_las_locaciones: true,
      locaciones: [],
      notificar: false,
      pide_leido: wanted.asks === true,
      publicar: !wanted.draft,
      ...said,
      texto: said.texto === '' ? null : { ...documentOf(said.texto) },
    }
    const { id } = await ctx.act((tx) => savePost(ctx, tx, input))
    await addFile(
      ctx,
      { id, uso: 'imagen' },
      { name: 'imagen.png', type: 'png', bytes: await picture(wanted.colour) },
    )
    if (wanted.asks) await readBy({ services, company, demo, users }, id, new Date(now - oneDay))
  }
}

/** Two of three people at work say that they read a post. */
async function readBy({ services, company, demo, users }: Filled, post: number, at: Date): Promise<void> {
  const readers = demo.people.filter(
    ({ profiles, state, access }) => profiles.length === 0 && state === 'active' && access === 'ready',
  )
  for (const [place, { username }] of readers.entries()) {
    const userId = users.get(username)
    if (!userId || place % 3 === 2) continue
    const ctx = (
      await acting(services, {
        company: company.id,
        userId,
        site: 'e',
        since: at,
        address: '181.45.120.9',
        device: 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36',
      })
    )(at)
    await ctx.act((tx) => readPost(ctx, tx, post))
  }
}

/** A plain picture with a band, as the head of a post. */
function picture(colour: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="560">
    <rect width="1200" height="560" fill="${colour}"/>
    <path d="M0 430 Q300 340 620 430 T1200 400 V560 H0 Z" fill="#000" opacity="0.12"/>
    <circle cx="930" cy="190" r="110" fill="#fff" opacity="0.9"/>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
