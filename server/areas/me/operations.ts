export { keepOwnPaper, type MadePaper, makeOwnPaper, type OwnPaper } from './signing.ts'
export { readSigningRights } from './standing.ts'
export { lastUnread, waitingForSignature } from './queries.ts'
