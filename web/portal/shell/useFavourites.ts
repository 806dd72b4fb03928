import { useQueryClient } from '@tanstack/react-query'
import { shell } from '#contract/shell/shell.ts'
import { menuTable, type MenuPlace } from '#contract/permissions/menu.ts'
import { type ScreenId, screenAt, screenOf } from '#contract/permissions/permissions.ts'
import { call } from '#web/shared/calls/call.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useCanShow } from '../open-screens.ts'

const inMenu = (places: readonly MenuPlace[]): ScreenId[] =>
  places.flatMap(({ screen, children }) => [...(screen ? [screen] : []), ...inMenu(children ?? [])])
const pinnable: ReadonlySet<ScreenId> = new Set(menuTable.flatMap(({ entries }) => inMenu(entries)))

/** The screens that the viewer pinned and may still open, and how to pin and unpin one. */
export function useFavourites() {
  const canShow = useCanShow()
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { data = [] } = useCall(shell.favourites, {})
  const pinned = data.flatMap(({ ruta }) => {
    const screen = screenAt(ruta)
    return screen && pinnable.has(screen) && canShow(screen) ? [screen] : []
  })
  const set = async (screen: ScreenId, favorita: boolean) => {
    try {
      const now = await call(shell.pin, { ruta: screenOf(screen).path, favorita })
      queries.setQueryData([shell.favourites.path, {}], now)
    } catch (error) {
      toastError({ text: errorText(error) })
    }
  }
  return { pinned, set }
}

/** The screen of an address, if it is one that can be pinned: those of the menu. */
export function pinnableAt(pathname: string): ScreenId | null {
  const screen = screenAt(pathname)
  return screen && pinnable.has(screen) && screen !== 'home' ? screen : null
}
