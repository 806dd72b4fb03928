import { expect, test } from 'vitest'
import { account } from '../account/account.ts'
import { actions, satisfies } from '../actions.ts'
import type { Call } from '../call.ts'
import { certificates } from '../certificates.ts'
import { consents } from '../account/consents.ts'
import { documentActCalls } from '../documents/acts.ts'
import { documents } from '../documents/documents.ts'
import { evidence } from '../evidence.ts'
import { employeeImport } from '../employees/import.ts'
import { employees } from '../employees/employees.ts'
import { type MenuPlace, menuTable, needOf } from './menu.ts'
import { permissionCalls } from './calls.ts'
import { allScreens, type ScreenId, type ScreenNeed, screenOf } from './permissions.ts'
import { publishing } from '../publishing/publishing.ts'
import { viewAs } from '../me/view-as.ts'

/** The calls that a screen makes as it opens; its viewers must be allowed to make them. */
const asked: Partial<Record<ScreenId, readonly Call[]>> = {
  employeeslist: [employees.list],
  employeeCreate: [employees.create],
  employeesImport: [employeeImport.upload],
  employeeImport: [employeeImport.one],
  Employee: [employees.one],
  declined: [consents.list],
  printedCode: [account.printCode],
  viewAs: [viewAs.documents],
  documentSearch: [documents.list],
  documentDetail: [documents.detail],
  disagreements: [documentActCalls.disagreements],
  certificates: [certificates.list],
  certificateCreate: [certificates.create],
  certificateImport: [certificates.import],
  publishPersonal: [publishing.single],
  evidence: [evidence.differences],
  permissionMatrix: [permissionCalls.matrix, permissionCalls.matrixFile],
}

test('everybody who may open a screen may make its calls', () => {
  for (const [id, calls] of Object.entries(asked)) {
    const { need } = screenOf(id as ScreenId)
    const held = Array.isArray(need) ? need.map((action) => [action]) : [[]]
    for (const actions of held)
      for (const call of calls)
        expect([id, call.path, satisfies(call.need, { audience: 's', actions })]).toEqual([
          id,
          call.path,
          true,
        ])
  }
})

test('a screen leads only to screens that exist', () => {
  const ids = allScreens().map(({ id }) => id)
  for (const { to = [] } of allScreens()) for (const id of to) expect(ids).toContain(id)
  expect(new Set(allScreens().map(({ path }) => path)).size).toBe(ids.length)
})

const namesOf = Object.fromEntries(Object.entries(actions).map(([name, id]) => [id, name]))

function said(need: ScreenNeed): string {
  if (typeof need !== 'string') return need.map((id) => `${id} ${namesOf[id]}`).join(' or ')
  return need === 'hr' ? 'any management session' : need === 'payroll' ? 'the payroll integration' : need
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function menuRows(place: MenuPlace, under = ''): string[] {
  const need = needOf(place)
  const own = row([
    under + place.id,
    place.screen ? screenOf(place.screen).path : '',
    need
      ? place.popup
        ? `a window that says what it is, without ${said(need)}`
        : said(need)
      : 'any of its entries',
    place.code ?? '',
  ])
  return [own, ...(place.children ?? []).flatMap((child) => menuRows(child, `${place.id} › `))]
}

/** The page of docs: `-u` writes it anew. */
function page(): string {
  return [
    '# Who may open what',
    '',
    'Made of `contract/permissions/permissions.ts` and `contract/permissions/menu.ts` by their test; not written by hand. A call says for itself',
    'who may make it, and the server repeats every guard: what is here decides what is shown. The numbers are the',
    "product's actions, `contract/actions.ts`; which profile holds which is in the portal, at `/s/security/permissions`.",
    '',
    '## Addresses, below /s',
    '',
    row(['address', 'opened by', 'leads on to']),
    row(['---', '---', '---']),
    ...allScreens().map(({ path, need, to, leaves }) =>
      row([
        `\`${path}\``,
        said(need),
        [
          ...(to ?? []).map((id) => `\`${screenOf(id as ScreenId).path}\``),
          ...(leaves ? [`an application outside, with ${leaves.action} and its address`] : []),
        ].join(', '),
      ]),
    ),
    '',
    'Where several are named, the first that the person may open. `/employees/unsubscribe` also asks for 73 or 74 where',
    "the company's onboarding integration is active.",
    '',
    '## The side menu',
    '',
    "An entry whose screen no area has registered isn't shown; one whose single child is left is that child.",
    '',
    ...menuTable.flatMap(({ id, code, entries }) => [
      `### ${id}${code ? ` (${code})` : ''}`,
      '',
      row(['entry', 'address', 'shown by', 'group']),
      row(['---', '---', '---', '---']),
      ...entries.flatMap((place) => menuRows(place)),
      '',
    ]),
    '## Actions',
    '',
    row(['id', 'name', 'opens']),
    row(['---', '---', '---']),
    ...Object.entries(actions).map(([name, id]) =>
      row([
        String(id),
        name,
        allScreens()
          .filter(({ need }) => Array.isArray(need) && need.includes(id))
          .map(({ path }) => `\`${path}\``)
          .join(', '),
      ]),
    ),
    '',
  ].join('\n')
}

test('docs/permissions.md matches the table', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/permissions.md')
})
