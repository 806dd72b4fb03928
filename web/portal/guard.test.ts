import { describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { type MenuPlace, menuFor, needOf } from '#contract/permissions/menu.ts'
import {
  allScreens,
  externalAddresses,
  opens,
  type ScreenId,
  screenAt,
  screenOf,
  screens,
  type ScreenStanding,
} from '#contract/permissions/permissions.ts'
import { type ProfileKind, profileKinds } from '#contract/permissions/profiles.ts'
import { wayOf } from './guard.ts'

const kinds = Object.keys(profileKinds) as ProfileKind[]
const outside = Object.keys(externalAddresses) as (keyof typeof externalAddresses)[]

/** Every kind of profile as a session of it stands, and somebody who holds one action alone. */
const standings: { name: string; standing: ScreenStanding | null }[] = [
  { name: 'nobody', standing: null },
  ...kinds.flatMap((kind) =>
    [false, true].map((payroll) => ({
      name: `${kind}${payroll ? ' with payroll' : ''}`,
      standing: {
        audience: profileKinds[kind].type === 2 ? ('s' as const) : ('e' as const),
        actions: profileKinds[kind].actions,
        payroll,
      },
    })),
  ),
  ...Object.values(actions).map((action) => ({
    name: `action ${action} alone`,
    standing: { audience: 's' as const, actions: [action], payroll: false },
  })),
  { name: 'no action at all', standing: { audience: 's', actions: [], payroll: false } },
]

/** The table's rule, computed independently of the guard. */
function mayBy(id: ScreenId, standing: ScreenStanding | null): boolean {
  const { need } = screenOf(id)
  if (need === 'public') return true
  if (standing?.audience !== 's') return false
  if (need === 'payroll') return standing.payroll
  return typeof need === 'string' || need.some((action) => standing.actions.includes(action))
}

describe.each(standings)('$name', ({ standing }) => {
  test.each(allScreens())('$path', ({ id, to, leaves, need }) => {
    const way = wayOf(id, standing, outside)
    const may = mayBy(id, standing)
    if (need === 'public') expect(way).toEqual({ is: 'open' })
    else if (!standing) expect(way).toEqual({ is: 'signIn' })
    else if (!may) expect(way).toEqual({ is: 'forbidden' })
    else if (leaves && standing.actions.includes(leaves.action))
      expect(way).toEqual({ is: 'leave', address: leaves.address })
    else if (!to) expect(way).toEqual({ is: 'open' })
    else {
      const first = (to as ScreenId[]).find((child) => mayBy(child, standing))
      expect(way).toEqual(first ? { is: 'on', to: first } : { is: 'forbidden' })
    }
  })

  test('an address redirects in a few steps and never in a circle', () => {
    for (const { id } of allScreens()) {
      let way = wayOf(id, standing)
      let steps = 0
      for (; way.is === 'on'; steps++) way = wayOf(way.to, standing)
      expect(steps).toBeLessThan(3)
    }
  })

  test('no entry of the menu leads to a refusal, and none that could open is left out', () => {
    if (!standing) return
    const leaf = (place: MenuPlace): MenuPlace[] => place.children?.flatMap(leaf) ?? [place]
    const places = menuFor((need) => opens(need, standing)).flatMap(({ entries }) => entries.flatMap(leaf))
    for (const { screen, popup } of places) {
      expect(screen !== undefined || popup === true).toBe(true)
      if (screen) expect([screen, wayOf(screen, standing).is]).not.toEqual([screen, 'forbidden'])
    }
    const shown = new Set(places.map(({ screen }) => screen))
    for (const section of menuFor(() => true))
      for (const place of section.entries.flatMap(leaf)) {
        const need = needOf(place)
        if (place.screen && need && opens(need, standing)) expect(shown).toContain(place.screen)
      }
  })
})

describe('the menu', () => {
  const idsOf = (may: boolean, built: readonly ScreenId[]) =>
    menuFor(
      () => may,
      (_, screen) => built.includes(screen),
    ).map(({ entries }) => entries.map(({ id, children = [] }) => [id, ...children.map((child) => child.id)]))

  test('has no entry of a screen that no area registered; a heading over one entry is that entry', () => {
    expect(idsOf(true, ['home', 'documentSearch', 'permissionMatrix'])).toEqual([
      [['home'], ['documentSearch']],
      [['permissionMatrix']],
    ])
    expect(idsOf(true, ['home', 'UpdateLogo', 'UpdateColors'])).toEqual([
      [['home']],
      [['personalizacion', 'UpdateLogo', 'UpdateColors']],
    ])
  })

  test('has the month’s main job first in its group', () => {
    const [principal] = menuFor(() => true)
    expect(principal?.entries.find(({ id }) => id === 'documentos')?.children?.[0]?.screen).toBe(
      'publishMassive',
    )
  })

  test('explains the digital file to whoever can’t search documents, and has no second entry for it', () => {
    expect(idsOf(false, [])).toEqual([[['legajoDigital']]])
    expect(idsOf(true, ['documentSearch'])).toEqual([[['documentSearch']]])
  })
})

test('without an external address the actions 305 and 308 stay in the portal', () => {
  const standing = { audience: 's', actions: Object.values(actions), payroll: false } as const
  expect(wayOf('home', standing)).toEqual({ is: 'open' })
  expect(wayOf('fileUploadResume', standing)).toEqual({ is: 'open' })
})

test('an address matches one screen, and fixed segments win over parameters', () => {
  for (const { id, path } of allScreens())
    expect(screenAt(path.replaceAll(/:\w+/g, '12'))).toBe(
      path === screens.companyLogin.path ? 'companyLogin' : id,
    )
  expect(screenAt('/employees/create')).toBe('employeeCreate')
  expect(screenAt('/folder/create')).toBe('folderCreate')
  expect(screenAt('/austral')).toBe('companyLogin')
  expect(screenAt('/austral/list')).toBeNull()
})
