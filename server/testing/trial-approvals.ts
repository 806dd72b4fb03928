import { type SqlBool, sql } from 'kysely'
import { beforeAll, beforeEach } from 'vitest'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import { deputies } from '#contract/deputies.ts'
import { joints } from '../areas.ts'
import { openApproval, type Step } from '../areas/approvals/operations.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import type { Decided, KindOfApproval } from '../shared/approval-kinds.ts'
import { addDays } from '../shared/today.ts'
import { afterFile } from './after-file.ts'
import { type TestApp, testApp } from './app.ts'
import { aBystander } from './bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  type PersonWanted,
  signIn,
} from './factories.ts'

/** A person with their session. */
export type Somebody = Person & { bearer: string }
type Act = 'aprobar' | 'rechazar' | 'devolver'

/** The action that a step asks for where it names nobody. */
const action = actions.employeeAdministration

/** The server and the people of a test file about who decides on approvals, and when. Its fields are set before its first test. */
interface Trial {
  app: TestApp
  company: MadeCompany
  /** An administrator of Human Resources. */
  hr: Somebody
  /** The employee whom an approval is about, unless a test says otherwise. */
  sender: Somebody
  /** The subject of the next approval, another one in each test. */
  subject: number
}

/** Makes a {@link Trial} with approvals of the kind `change`, which carry out nothing: their outcomes are listed. */
export function trialApprovals() {
  const carriedOut: Decided[] = []
  const byTime: number[] = []
  const change: KindOfApproval = {
    acts: ['aprobar', 'rechazar', 'devolver'],
    tells: true,
    reach: () => sql<SqlBool>`true`,
    titles: async (_tx, subjects) => new Map(subjects.map((id) => [id, `Cambio ${id}`])),
    decided: async (_tx, _ctx, decided) => void carriedOut.push(decided),
    approvedByTime: async (_tx, _services, id) => void byTime.push(id),
  }
  const trial = { subject: 500 } as Trial
  beforeAll(async () => {
    const former = { ...joints.kindsOfApproval }
    joints.kindsOfApproval.change = change
    afterFile(() => Object.assign(joints.kindsOfApproval, former))
    trial.app = await testApp()
    trial.company = await aCompany(trial.app)
    await aBystander(trial.app, trial.company)
    trial.hr = await anAdministrator(trial.app, trial.company)
    trial.sender = await somebody()
  })
  beforeEach(() => {
    carriedOut.length = 0
    trial.subject++
  })

  /** Somebody with an approver's profile and no management profile, signed in at the employees' site. */
  async function somebody(wanted: PersonWanted = {}, of = trial.company): Promise<Somebody> {
    const person = await aPerson(trial.app, of, { profiles: ['employee', 'leave_approver'], ...wanted })
    return { ...person, bearer: await signIn(trial.app, of, person, 'e') }
  }
  const acting = (who: { id: number } = trial.sender) => ({
    services: trial.app.services,
    evidence: { actorId: who.id, detail: { address: '10.0.0.1', device: 'Firefox' } },
  })
  /** Opens an approval of the next subject with these steps; returns its id. */
  async function open(
    steps: readonly Omit<Step, 'action'>[],
    employeeId = trial.sender.id,
    of = trial.company,
  ): Promise<number> {
    const { id } = await inCompany(trial.app, of.id, (tx) =>
      openApproval(tx, acting({ id: employeeId }), {
        kind: 'change',
        subjectId: trial.subject,
        employeeId,
        steps: steps.map((step) => ({ action, ...step })),
        nobody: null,
      }),
    )
    return id
  }
  const decide = (id: number, who: { bearer: string }, acto: Act = 'aprobar') =>
    trial.app.call(
      approvals.decide,
      { id, acto, ...(acto !== 'aprobar' && { motivo: 'Falta la firma' }) },
      { as: who.bearer },
    )
  /** Whether somebody is offered to decide. */
  async function may(id: number, who: { bearer: string }): Promise<boolean> {
    const answer = await trial.app.call(approvals.one, { id }, { as: who.bearer })
    return answer.status === 200 && answer.data.decide
  }
  const statesOf = (id: number, of = trial.company) =>
    inCompany(trial.app, of.id, async ({ db }) => {
      const steps = await db
        .selectFrom('approval_steps')
        .select('state')
        .where('approval_id', '=', id)
        .orderBy('n')
        .execute()
      return steps.map(({ state }) => state)
    })
  const setEmployee = (
    id: number,
    set: { state?: 'active' | 'inactive'; manager_id?: number; approver_id?: number },
  ) =>
    inCompany(trial.app, trial.company.id, ({ db }) =>
      db.updateTable('employees').set(set).where('id', '=', id).execute(),
    )
  /** A group of a workflow of its own, with these people; returns its id. */
  async function groupOf(people: readonly { id: number }[], of = trial.company): Promise<number> {
    return inCompany(trial.app, of.id, async ({ db }) => {
      const now = trial.app.services.clock()
      const author = people[0]?.id ?? trial.hr.id
      const stamps = { changed_by: author, changed_at: now, created_at: now }
      const workflow = await db
        .insertInto('workflows')
        .values({ company_id: of.id, name: 'Prueba', state: 'active', ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow()
      const group = await db
        .insertInto('workflow_groups')
        .values({ company_id: of.id, workflow_id: workflow.id, n: 1, name: 'Grupo', need: 'one' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const members = people.map(({ id }) => ({ company_id: of.id, group_id: group.id, user_id: id }))
      await db.insertInto('workflow_members').values(members).execute()
      return group.id
    })
  }
  /** Names a deputy, from twenty days ago until in four months unless given. */
  const nameDeputy = (who: Somebody, deputy: { id: number }, desde = dayIn(-20), hasta = dayIn(120)) =>
    trial.app.call(deputies.name, { id_usuario: deputy.id, desde, hasta }, { as: who.bearer })

  return {
    trial,
    change,
    carriedOut,
    byTime,
    action,
    somebody,
    acting,
    open,
    decide,
    may,
    statesOf,
    setEmployee,
    groupOf,
    nameDeputy,
  }
}

/** The date so many days from now. */
export const dayIn = (days: number) => addDays(new Date().toISOString().slice(0, 10), days)
