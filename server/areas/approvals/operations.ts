export { awaits, look, type Looking, namesIn, namesNobody } from './deciders.ts'
export { decide } from './deciding.ts'
export { dropApproval, openApproval, redirectApprovals, reopenApproval } from './opening.ts'
export { newestOf, waitingFigures } from './queries.ts'
export {
  countOpenSteps,
  lookingOf,
  openSteps,
  rejectionOf,
  shownDecisions,
  shownTurn,
  subjectToDecide,
  titlesOf,
} from './showing.ts'
export type { Step } from './steps.ts'
