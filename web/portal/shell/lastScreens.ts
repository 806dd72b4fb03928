import { type ScreenId, screenAt } from '#contract/permissions/permissions.ts'

const key = (user: number) => `lastScreens.${user}`
const kept = 5

/** The screens that somebody visited last on this device, the latest first. Screens only: whom they were of goes with the session. */
export function lastScreens(user: number): ScreenId[] {
  return lastPaths(user).flatMap((path) => screenAt(path) ?? [])
}

function lastPaths(user: number): string[] {
  try {
    const paths: unknown = JSON.parse(localStorage.getItem(key(user)) ?? '[]')
    return Array.isArray(paths) ? paths.map(String) : []
  } catch {
    return []
  }
}

/** Notes that somebody is at an address (path below /s), if it is a screen of its own and not of one thing. */
export function noteScreen(user: number, path: string): void {
  const screen = screenAt(path)
  if (!screen || screen === 'home' || /\d/.test(path) || path.startsWith('/40')) return
  const paths = [path, ...lastPaths(user).filter((each) => screenAt(each) !== screen)].slice(0, kept)
  localStorage.setItem(key(user), JSON.stringify(paths))
}
