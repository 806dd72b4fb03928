import { type ScreenId, type ScreenNeed, screenOf } from '#contract/permissions/permissions.ts'
import { mayOpen } from '#web/shared/pages/may-open.ts'
import { type MenuGroup, menuOf } from '#web/shared/pages/menu.ts'
import { useViewer, type Viewer } from '#web/shared/session/viewer.ts'
import { wayOf } from './guard.ts'
import { configuredOutside } from './outside.ts'
import { screens } from './screens.ts'

const built: ReadonlySet<ScreenId> = new Set(screens.map(({ id }) => id))

/**
 * Whether menu, search, favourites and quick links offer a screen to a viewer: they may open it, and an area has
 * registered it or an application outside shows it. The address of any other screen says that it isn't built.
 */
export function canShow(viewer: Viewer, id: ScreenId, need: ScreenNeed = screenOf(id).need): boolean {
  if (!mayOpen(viewer, need)) return false
  if (built.has(id)) return true
  const { profile, actions, payroll } = viewer
  return wayOf(id, { audience: profile.sitio, actions, payroll }, configuredOutside).is === 'leave'
}

/** `canShow` for the viewer of this session. */
export function useCanShow(): (id: ScreenId) => boolean {
  const viewer = useViewer()
  return (id) => canShow(viewer, id)
}

/** The viewer's menu. */
export function useMenu(): MenuGroup[] {
  const viewer = useViewer()
  return menuOf(viewer, (need, id) => canShow(viewer, id, need))
}
