import { expect } from 'vitest'
import { employees } from '#contract/employees/employees.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { session } from '#contract/session/session.ts'
import { ask } from './client.ts'
import { demoPassword } from './server.ts'

/** Makes full administrators of employees of the demonstration, found by a name. */
export async function promote(url: string, names: readonly string[]): Promise<void> {
  const signedIn = await ask(url, session.login, { user: 'mariana', password: demoPassword })
  const as = signedIn.data.jwt
  const { data: profiles } = await ask(
    url,
    employeeRights.ofCompany,
    { id: signedIn.data.user.empresa.id },
    { as },
  )
  const idperfiles = profiles
    .filter(({ nombre }: { nombre: string }) => ['Colaborador', 'Administración de RR. HH.'].includes(nombre))
    .map(({ id }: { id: number }) => id)
  for (const buscar of names) {
    const found = await ask(url, employees.list, { buscar }, { as })
    const proved = await ask(url, session.stepUp, { password: demoPassword }, { as })
    const person = { id: found.data[0].id, idperfiles }
    const given = await ask(url, employeeRights.setProfiles, person, { as, stepUp: proved.data.ticket })
    expect(given.code).toBeUndefined()
  }
}
