import { expect, test } from 'vitest'
import { actions, satisfies } from '#contract/actions.ts'
import type { Call, InputOf } from '#contract/call.ts'
import { documents } from '#contract/documents/documents.ts'
import { employeeFile } from '#contract/employees/file.ts'
import { employeeMails } from '#contract/employees/mails.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employees, type EmployeeRow } from '#contract/employees/employees.ts'
import { userFolders } from '#contract/folders/configuration.ts'
import { session } from '#contract/session/session.ts'
import { companyBySlug } from '#server/shared/across.ts'
import { fileTabs } from '#web/portal/areas/employees/fileTabs.ts'
import { ask, type Reply } from './support/client.ts'
import { inside } from './support/inside.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server } from './support/test.ts'

serveDemonstration()

/** Somebody of the demonstration for each set of profiles that it gives, the employee's alone among them. */
const viewers = ['mariana', 'lucia', 'hector', 'ana_echeverria', 'carla_benitez', 'jorge_ledesma']
/** A management profile with the right to open records (7) alone, which the demonstration hasn't; the last one gets it. */
const narrow = 'Sólo legajos'

type Tab = (typeof fileTabs)[number]['id']
type Ask = <C extends Call>(call: C, input: InputOf<C>) => Promise<Reply>

const asking =
  (as: string): Ask =>
  (call, input) =>
    ask(server().url, call, input, { as })

/** The calls with which each tab of somebody's file begins. */
const opening: Record<Tab, (ask: Ask, person: Pick<EmployeeRow, 'id' | 'cuil'>) => Promise<Reply>> = {
  datos: (ask, { id }) => ask(employees.one, { id }),
  configuracion: (ask, { id }) => ask(employees.one, { id }),
  documentos: (ask, { cuil }) => ask(documents.list, { buscar: cuil }),
  perfiles: (ask, { id }) => ask(employeeRights.ofUser, { id }),
  filtros: (ask, { id }) => ask(employeeRights.ofUser, { id }),
  carpetas: (ask, { id }) => ask(userFolders.list, { idUsuario: id }),
  correos: (ask, { id }) => ask(employeeMails.list, { id }),
  historial: (ask, { id }) => ask(employeeFile.history, { id }),
}

/** The calls that are refused where a tab is absent. Two tabs begin with facts that configuration shows as well. */
const refused: typeof opening = {
  ...opening,
  perfiles: (ask, { id }) => ask(employeeRights.setProfiles, { id, idperfiles: [] }),
  filtros: (ask, { id }) => ask(employeeRights.setFilters, { id, filtros: [] }),
}

/** The answer about somebody out of reach, the same in every tab that the viewer has. */
async function beyond(read: Ask, open: readonly Tab[], far: EmployeeRow | undefined): Promise<string> {
  if (!far) return 'everybody is within reach'
  for (const tab of open) {
    const { status, data } = await opening[tab](read, far)
    // Documents are a search, which finds nothing.
    expect([tab, tab === 'documentos' ? data : status]).toEqual([tab, tab === 'documentos' ? [] : 404])
  }
  return '404'
}

/** A line of the matrix: the tabs that a viewer finds in the file of somebody within reach. */
async function lineOf(user: string, everybody: readonly EmployeeRow[], own: string): Promise<string[]> {
  const entered = await ask(server().url, session.login, { user, password: demoPassword })
  if (entered.code) return [user, own, ...fileTabs.map(() => '–'), entered.code]
  const read = asking(entered.data.jwt)
  const granted = (await read(session.actions, {})).data.map(({ id }: { id: number }) => id)
  const near = (await read(employees.list, { perPage: 100, orden: 'nombre' })).data as EmployeeRow[]
  const person = near.find(({ usuario }) => usuario !== user)
  if (!person) throw new Error(`${user} sees nobody`)
  const cells: string[] = []
  const open: Tab[] = []
  for (const { id, need } of fileTabs) {
    const opens = satisfies(need, { audience: 's', actions: granted })
    const { status } = await (opens ? opening : refused)[id](read, person)
    expect([user, id, status]).toEqual([user, id, opens ? 200 : 403])
    if (opens) open.push(id)
    cells.push(opens ? 'yes' : '403')
  }
  const seen = new Set(near.map(({ id }) => id))
  const far = everybody.find(({ id }) => !seen.has(id))
  return [user, own, ...cells, await beyond(read, open, near.length === 100 ? undefined : far)]
}

/** Gives somebody the narrow profile. */
async function giveNarrow(username: string): Promise<void> {
  await inside(server().place, async (services) => {
    const company = await companyBySlug(services.database.pool, 'austral-alimentos')
    await services.tenant(company?.id ?? 0).write(async ({ db, company: company_id }) => {
      const { id: profile_id } = await db
        .insertInto('profiles')
        .values({ company_id, type: 2, kind: 'hr', name: narrow, sees_confidential: false })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('profile_actions')
        .values({ company_id, profile_id, action: actions.employees })
        .execute()
      const { id: user_id } = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
      await db.insertInto('user_profiles').values({ company_id, user_id, profile_id, type: 2 }).execute()
    })
  })
}

test('docs/file-tabs.md is what each profile of the demonstration finds', async () => {
  await giveNarrow('jorge_ledesma')
  const entered = await ask(server().url, session.login, { user: 'mariana', password: demoPassword })
  const hr = asking(entered.data.jwt)
  const everybody = (await hr(employees.list, { perPage: 100 })).data as EmployeeRow[]
  const lines: string[][] = []
  for (const user of viewers) {
    const { data } = await hr(employees.list, { buscar: user.replace('_', ' ') })
    const found = (data as EmployeeRow[]).find(({ usuario }) => usuario === user)
    const held = await hr(employeeRights.ofUser, { id: found?.id ?? entered.data.user.id })
    const own = held.data.perfiles.map(({ nombre }: { nombre: string }) => nombre).join(', ')
    lines.push(await lineOf(user, everybody, own))
  }
  const head = ['person', 'profiles', ...fileTabs.map(({ id }) => id), 'somebody out of reach']
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  await expect(`# Tabs of a file, by profile

Made by \`e2e/file-tabs.test.ts\` from a running demonstration; not written by hand. Each person signs in at the portal,
opens the file of somebody within reach, and makes the calls of every tab. _yes_: the tab is there, and its calls answer.
_403_: the tab isn't there, a link to it leads to 403, and so does its call. The last column is the answer about
somebody beyond their reach in each of their tabs, or why they don't come to the portal.
${narrow} is made by the test: it has the right to open records (7) alone.

${table.join('\n')}
`).toMatchFileSnapshot('../docs/file-tabs.md')
})
