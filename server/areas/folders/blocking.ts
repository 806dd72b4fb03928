/** Folder → folders that it keeps closed. */
export type Blocks = readonly { folder_id: number; blocked_folder_id: number }[]

/**
 * Those among `folders` that `folder` can keep closed without closing a circle: not itself, and none from which it
 * is reached. A folder that doesn't exist yet is reached from nowhere.
 */
export function blockable(folder: number | null, folders: readonly number[], blocks: Blocks): number[] {
  if (folder === null) return [...folders]
  const closing = new Set([folder])
  let size = 0
  while (size !== closing.size) {
    size = closing.size
    for (const block of blocks) if (closing.has(block.blocked_folder_id)) closing.add(block.folder_id)
  }
  return folders.filter((id) => !closing.has(id))
}
