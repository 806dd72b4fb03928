export { waitingForSignature } from './queries.ts'
