export { publishToMany } from './to-many.ts'
