export { paperPage } from './pages.ts'
