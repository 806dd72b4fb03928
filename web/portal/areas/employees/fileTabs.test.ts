import { expect, test } from 'vitest'
import { actions, satisfies } from '#contract/actions.ts'
import { profileKinds } from '#contract/permissions/profiles.ts'
import { fileTabs } from './fileTabs.ts'

const open = (granted: readonly number[]) =>
  fileTabs.filter(({ need }) => satisfies(need, { audience: 's', actions: granted })).map(({ id }) => id)

test('each profile finds the tabs of a file that its actions open', () => {
  const all = fileTabs.map(({ id }) => id)
  const read = ['datos', 'configuracion', 'correos', 'historial']
  expect(open(profileKinds.hr.actions)).toEqual(all)
  expect(open(profileKinds.limited.actions)).toEqual(all)
  expect(open(profileKinds.manager.actions)).toEqual(all.filter((id) => [...read, 'documentos'].includes(id)))
  expect(open([actions.employees])).toEqual(read)
  expect(open([])).toEqual([])
})
