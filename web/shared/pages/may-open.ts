import { opens, type ScreenNeed } from '#contract/permissions/permissions.ts'
import type { Viewer } from '../session/viewer.ts'

/** Whether a viewer may open a screen of this need. */
export function mayOpen(viewer: Viewer, need: ScreenNeed): boolean {
  const { profile, actions, payroll } = viewer
  return opens(need, { audience: profile.sitio, actions, payroll })
}
