import { actions } from '#contract/actions.ts'
import type { Services } from '#server/shared/services.ts'
import {
  addIntegrationProfile,
  putIntegrationProfiles,
} from '#server/areas/employees/integration-profiles.ts'
import { confirmImport } from '#server/areas/employees/import/importing.ts'
import { uploadIntegration } from '#server/areas/employees/import/integration/upload.ts'
import { applyImport, checkImport } from '#server/areas/employees/jobs.ts'
import type { Acting } from './acting.ts'
import { cpfOf } from './ids.ts'
import type { DemoCompany } from './people.ts'

interface Filled {
  services: Services
  company: { id: number }
  demo: DemoCompany
  users: ReadonlyMap<string, number>
}

const names = { es: 'Academia', pt: 'Academia de cursos' }

/**
 * An integration profile with its application, and a few holders. In Brazil they got it by a file, of which each group
 * has a line.
 */
export async function giveApplication(filled: Filled, administrator: Acting): Promise<void> {
  const { services, company, demo, users } = filled
  const ctx = administrator(services.clock())
  if (!ctx.session.actions.includes(actions.integrationProfiles)) throw new Error('nobody could give it')
  const profile = await ctx.act((tx) =>
    addIntegrationProfile(tx, {
      name: names[ctx.request.language],
      address: `https://academia.${demo.employer.slug}.example/`,
    }),
  )
  const plain = demo.people.filter(
    ({ profiles, state, access, confidential }) =>
      profiles.length === 0 && state === 'active' && access === 'ready' && !confidential,
  )
  const chosen = plain.slice(-4)
  if (demo.employer.country !== 'BR') {
    const ids = chosen.flatMap(({ username }) => users.get(username) ?? [])
    await ctx.act((tx) => putIntegrationProfiles(tx, ctx, 'assign', ids, [profile]))
    return
  }
  const gone = await ctx.read((tx) =>
    tx.db.selectFrom('employees').select('cuil').where('state', '=', 'inactive').limit(1).executeTakeFirst(),
  )
  const cuils = chosen.map(({ cuil }) => cuil)
  const lines = [...cuils, cpfOf('999888777'), ...(gone ? [gone.cuil] : []), ...cuils.slice(0, 1)]
  const bytes = Buffer.from(['CPF', ...lines].join('\r\n'))
  const { id } = await uploadIntegration(
    ctx,
    { profileTypesId: [profile] },
    { name: 'turma de novembro.csv', type: 'csv', bytes },
    'assign',
  )
  await checkImport(services, company.id, id)
  await confirmImport({ ...ctx, confirm: () => {} }, { id })
  await applyImport(services, company.id, id, ctx.evidence)
}
