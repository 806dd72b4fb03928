export { nameDeputy } from './naming.ts'
