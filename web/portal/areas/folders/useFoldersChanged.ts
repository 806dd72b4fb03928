import { folders } from '#contract/folders.ts'
import { folderSettings } from '#contract/folder-settings.ts'
import { useRefresh } from '#web/shared/useCall.ts'

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
