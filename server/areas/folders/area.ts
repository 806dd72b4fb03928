import type { Area } from '#server/shared/area.ts'
import { registerFolders } from './routes.ts'

export const foldersArea = {
  name: 'folders',
  routes: registerFolders,
} satisfies Area
