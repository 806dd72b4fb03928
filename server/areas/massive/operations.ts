export { endPublication } from './cancelling.ts'
export { publishToMany } from './publishing/to-many.ts'
export { releaseOfPublication } from './publishing/release.ts'
