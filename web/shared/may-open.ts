import { opens, type ScreenNeed } from '#contract/permissions.ts'
import { useViewer, type Viewer } from './viewer.ts'

/** Whether a viewer may open a screen of this need. */
export function mayOpen(viewer: Viewer, need: ScreenNeed): boolean {
  const { profile, actions, payroll } = viewer
  return opens(need, { audience: profile.sitio, actions, payroll })
}

/** Whether the viewer may open a screen: `useMayOpen(screens.security.need)`. */
export function useMayOpen(need: ScreenNeed): boolean {
  return mayOpen(useViewer(), need)
}
