export { endPublication } from './cancelling.ts'
export { lostPublication } from './lost.ts'
export { publishToMany } from './publishing/to-many.ts'
