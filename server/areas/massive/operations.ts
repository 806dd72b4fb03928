export { endPublication } from './cancelling.ts'
export { publishToMany } from './publishing/to-many.ts'
