import type { Services } from '#server/shared/services.ts'
import { today } from '#server/shared/today.ts'
import { decide, newestOf } from '#server/areas/approvals/operations.ts'
import { nameDeputy } from '#server/areas/deputies/operations.ts'
import { sentPaper } from '#server/areas/uploads/operations.ts'
import { endWorkflow, saveWorkflow } from '#server/areas/workflows/operations.ts'
import { acting, type Acting } from './acting.ts'
import type { DemoCompany } from './people.ts'

interface Filled {
  services: Services
  company: { id: number }
  demo: DemoCompany
  users: ReadonlyMap<string, number>
}

const oneDay = 86_400_000
const desk = { address: '190.210.33.18', device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36' }

/** The people who approve without managing anything else; none in most companies. */
function approversOf({ demo, users }: Filled): number[] {
  return demo.people
    .filter(({ profiles }) => profiles.includes('approver'))
    .map(({ username }) => users.get(username) ?? 0)
}

/**
 * Makes a workflow of two groups over two types, a draft, and one that was ended, in a company that has approvers; the
 * first of them is away for two weeks, and the second stands in.
 */
export async function orderDecisions(
  filled: Filled,
  administrator: Acting,
  at: Date,
  types: readonly number[],
): Promise<void> {
  const [foreman, deputy] = approversOf(filled)
  const [, address = 0, , medical = 0, licence = 0] = types
  if (!foreman || !deputy) return
  const hr = filled.demo.people
    .filter(({ profiles }) => profiles.some((one) => one === 'hr_everything' || one === 'hr_limited'))
    .slice(0, 2)
    .map(({ username }) => filled.users.get(username) ?? 0)
  const groups = [
    { nombre: 'Supervisión', todos: false, personas: [foreman] },
    { nombre: 'Recursos Humanos', todos: true, personas: hr },
  ]
  const save = (days: number, more: Partial<Parameters<typeof saveWorkflow>[2]>) => {
    const ctx = administrator(new Date(at.getTime() - days * oneDay))
    return ctx.act((tx) =>
      saveWorkflow(ctx, tx, {
        nombre: '',
        grupos: groups,
        tipos: [],
        tambien_publicado: false,
        activar: true,
        reemplaza: null,
        ...more,
      }),
    )
  }
  const former = await save(30, { nombre: 'Certificados médicos', tipos: [medical] })
  const ending = administrator(new Date(at.getTime() - 2 * oneDay))
  await ending.act((tx) => endWorkflow(ending, tx, { id: former.id, en_curso: 'terminan' }))
  await save(1, { nombre: 'Títulos y cursos', grupos: groups.slice(0, 1), activar: false })
  await save(0, { nombre: 'Domicilios y licencias', tipos: [address, licence] })
  const away = (
    await acting(filled.services, {
      company: filled.company.id,
      userId: foreman,
      site: 'e',
      since: at,
      ...desk,
    })
  )(filled.services.clock())
  const day = (plus: number) =>
    today(filled.demo.employer.zone, new Date(filled.services.clock().getTime() + plus * oneDay))
  await away.act((tx) => nameDeputy(away, tx, foreman, { id_usuario: deputy, desde: day(0), hasta: day(14) }))
}

/** Lets the first group approve a paper, where one decides it. */
export async function approveFirst(filled: Filled, document: number, at: Date): Promise<void> {
  const [foreman] = approversOf(filled)
  if (!foreman) return
  const ctx = (
    await acting(filled.services, {
      company: filled.company.id,
      userId: foreman,
      site: 'e',
      since: at,
      ...desk,
    })
  )(at)
  await ctx.act(async (tx) => {
    const approval = await newestOf(tx.db, 'document', document)
    if (approval === undefined) throw new Error('a paper without its approval')
    await decide(tx, ctx, { document: sentPaper }, { id: approval, acto: 'aprobar', visto: true })
  })
}
