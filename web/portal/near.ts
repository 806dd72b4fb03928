import { allScreens, type Screen, type ScreenId } from '#contract/permissions/permissions.ts'

/** Screens that can be shown whose address is spelt almost like this one, the nearest first. */
export function nearScreens(path: string, canShow: (id: ScreenId) => boolean): (Screen & { id: ScreenId })[] {
  const sought = path.toLowerCase().replace(/\/+$/, '')
  return allScreens()
    .filter(({ id, path: own, need, to }) => need !== 'public' && !to && !own.includes(':') && canShow(id))
    .map((screen) => ({ screen, distance: distanceBetween(sought, screen.path.toLowerCase()) }))
    .filter(({ distance, screen }) => distance <= Math.max(2, screen.path.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ screen }) => screen)
}

/** How many letters have to be put in, left out or changed (Levenshtein). */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
