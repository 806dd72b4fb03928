export { approvePaper } from './deciding.ts'
