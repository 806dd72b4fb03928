import { folders } from '#contract/folders/folders.ts'
import { folderSettings } from '#contract/folders/settings.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'

/** Asks again for the folders and types that any screen shows, after one of them changed. */
export function useFoldersChanged(): () => Promise<void> {
  const refresh = useRefresh()
  return () =>
    refresh(
      folderSettings.list,
      folderSettings.types,
      folderSettings.holds,
      folderSettings.blockable,
      folders.available,
      folders.types,
      folders.publishable,
      folders.searchable,
    )
}
