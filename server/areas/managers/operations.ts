export { giveManagers, previewManagers } from './giving.ts'
