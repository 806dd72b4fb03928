export { approvePaper } from './deciding.ts'
export { paperPage } from './pages.ts'
