export { endPublication } from './cancelling.ts'
export { publishToMany } from './to-many.ts'
export { releaseOfPublication } from './release.ts'
