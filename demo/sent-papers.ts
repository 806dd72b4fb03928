import sharp from 'sharp'
import type { Services } from '#server/shared/services.ts'
import { decide, newestOf } from '#server/areas/approvals/operations.ts'
import { approvePaper } from '#server/areas/inbox/operations.ts'
import { putSheet, sendPaper, sentPaper } from '#server/areas/uploads/operations.ts'
import { acting, type Acting } from './acting.ts'
import type { DemoCompany, Person } from './people.ts'
import { approveFirst, orderDecisions } from './workflows.ts'

interface Filled {
  services: Services
  company: { id: number }
  demo: DemoCompany
  users: ReadonlyMap<string, number>
}

/** The words of a paper of the demonstration, by its place in the list of types that take papers. */
interface Paper {
  title: { es: string; pt: string }
  issuer: { es: string; pt: string }
  sheets: number
}

const papers: readonly Paper[] = [
  {
    title: { es: 'Documento de identidad', pt: 'Documento de identidade' },
    issuer: { es: 'Registro de las Personas', pt: 'Instituto de Identificação' },
    sheets: 2,
  },
  {
    title: { es: 'Factura de energía eléctrica', pt: 'Conta de energia elétrica' },
    issuer: { es: 'Cooperativa Eléctrica del Delta', pt: 'Companhia Elétrica do Vale' },
    sheets: 1,
  },
  {
    title: { es: 'Constancia de alumno regular', pt: 'Declaração de matrícula' },
    issuer: { es: 'Universidad Nacional del Delta', pt: 'Universidade Federal do Vale' },
    sheets: 1,
  },
  {
    title: { es: 'Certificado médico', pt: 'Atestado médico' },
    issuer: { es: 'Clínica San Roque', pt: 'Clínica São Roque' },
    sheets: 1,
  },
  {
    title: { es: 'Licencia nacional de conducir', pt: 'Carteira de motorista' },
    issuer: { es: 'Dirección de Tránsito', pt: 'Departamento de Trânsito' },
    sheets: 2,
  },
]

const oneDay = 86_400_000
const phone = {
  address: '181.46.20.7',
  device: 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36',
}

/**
 * Lets people send papers over the last twelve days: most wait, a few were returned, two rejected. Sent and decided by
 * the product's own operations.
 */
export async function sendPapers(
  { services, company, demo, users }: Filled,
  administrator: Acting,
  { people: count }: { people: number },
): Promise<void> {
  const now = services.clock().getTime()
  const language = demo.employer.country === 'BR' ? 'pt' : 'es'
  const senders = demo.people
    .filter(
      ({ profiles, state, access }) => profiles.length === 0 && state === 'active' && access === 'ready',
    )
    .slice(5, 5 + count)
  const types = await typesOf(services, company.id)
  for (const [at, person] of senders.entries()) {
    const kind = at % papers.length
    const paper = papers[kind]
    const type = types[kind]
    const userId = users.get(person.username)
    if (!paper || !type || !userId) continue
    const sent = new Date(now - ((count - at) * 12 * oneDay) / count)
    if (at === orderedFrom)
      await orderDecisions({ services, company, demo, users }, administrator, sent, types)
    const ctx = (await acting(services, { company: company.id, userId, site: 'e', since: sent, ...phone }))(
      sent,
    )
    const paginas: number[] = []
    for (let sheet = 1; sheet <= paper.sheets; sheet++) {
      const bytes = await photograph(paper, person, { language, sheet, tilt: ((at % 5) - 2) / 2 })
      paginas.push((await putSheet(ctx, { name: 'foto.jpg', type: 'jpg', bytes })).id)
    }
    const { id } = await sendPaper(ctx, { tipo: type, paginas })
    if (at === passedOn)
      await approveFirst({ services, company, demo, users }, id, new Date(sent.getTime() + oneDay / 4))
    const decision = decisions[at]
    if (!decision) continue
    const hr = administrator(new Date(sent.getTime() + oneDay / 2))
    if ('lapsesIn' in decision) {
      const vence = new Date(now + decision.lapsesIn * oneDay).toISOString().slice(0, 10)
      await approvePaper(hr, { document: sentPaper }, { id, vence, visto: true })
      continue
    }
    await hr.write(async (tx) => {
      const approval = await newestOf(tx.db, 'document', id)
      if (approval === undefined) throw new Error('a paper without its approval')
      const { acto, motivo } = decision
      await decide(
        tx,
        hr,
        { document: sentPaper },
        { id: approval, acto, motivo: motivo[language], visto: true },
      )
    })
  }
}

/** From this paper on a workflow orders who decides on some types; this later one has passed its first group. */
const orderedFrom = 7
const passedOn = 9

/** Papers that were decided, by their place. */
const decisions: Readonly<
  Record<number, { acto: 'devolver' | 'rechazar'; motivo: { es: string; pt: string } } | { lapsesIn: number }>
> = {
  1: {
    acto: 'devolver',
    motivo: {
      es: 'La dirección no se lee. Sacar la foto más de cerca.',
      pt: 'O endereço está ilegível. Fotografe mais de perto.',
    },
  },
  // Approved, and it lapses in so many days.
  2: { lapsesIn: 12 },
  4: { acto: 'rechazar', motivo: { es: 'La licencia está vencida.', pt: 'A carteira está vencida.' } },
  6: {
    acto: 'devolver',
    motivo: {
      es: 'Falta la hoja de atrás, con la fecha.',
      pt: 'Falta a folha de trás, com a data.',
    },
  },
}

function typesOf(services: Services, company: number): Promise<number[]> {
  return services.tenant(company).read(async (db) => {
    const rows = await db
      .selectFrom('document_types as type')
      .innerJoin('folders', 'folders.id', 'type.folder_id')
      .where('folders.system_key', '=', 'papers')
      .select('type.id')
      .orderBy('type.id')
      .execute()
    return rows.map(({ id }) => id)
  })
}

/** A sheet on a desk, as a phone sees it. */
function photograph(
  { title, issuer }: Paper,
  { givenNames, surname, dni }: Person,
  { language, sheet, tilt }: { language: 'es' | 'pt'; sheet: number; tilt: number },
): Promise<Buffer> {
  const says =
    language === 'pt'
      ? [
          `Declaramos que ${surname}, ${givenNames},`,
          `documento ${dni}, apresentou o necessário`,
          'para a emissão deste documento.',
        ]
      : [
          `Se deja constancia de que ${surname},`,
          `${givenNames}, documento ${dni},`,
          'presentó lo necesario para este documento.',
        ]
  const back = language === 'pt' ? 'Verso' : 'Dorso'
  const text = (line: string, y: number, size: number, weight = 400) =>
    `<text x="500" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="middle">${escaped(line)}</text>`
  const lines = sheet === 1 ? says.map((line, at) => text(line, 560 + at * 52, 31)) : [text(back, 560, 40)]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="1500" viewBox="0 0 1100 1500">
    <rect width="1100" height="1500" fill="#8f8678"/>
    <g transform="translate(50 60) rotate(${tilt} 500 690)" font-family="Inter, DejaVu Serif, serif" fill="#23221f">
      <rect width="1000" height="1380" fill="#f7f4ec"/>
      <circle cx="500" cy="150" r="60" fill="none" stroke="#23221f" stroke-width="3"/>
      ${text(issuer[language], 280, 36, 700)}
      ${text(title[language], 420, 46, 700)}
      ${lines.join('')}
      <circle cx="300" cy="1120" r="90" fill="none" stroke="#3b55a5" stroke-width="5" opacity="0.8"/>
      <path d="M620 1160 q40 -90 70 -10 t70 -20 t90 10" fill="none" stroke="#263a86" stroke-width="5"/>
      <line x1="590" y1="1190" x2="880" y2="1190" stroke="#23221f" stroke-width="2"/>
    </g>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer()
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
