export { lastUnread, waitingForSignature } from './queries.ts'
