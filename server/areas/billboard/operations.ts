export { unreadOf } from './queries.ts'
export { savePost } from './saving.ts'
