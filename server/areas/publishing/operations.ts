export { type Announced, announce } from './announcement.ts'
export {
  checkPeriod,
  errorOfPdf,
  leftTooLongAgo,
  type PublishingLimits,
  publishingLimits,
  readFile,
  takes,
} from './checks.ts'
export { findOccupied, type Occupied } from './places.ts'
export {
  companyIds,
  lockPlaces,
  type Place,
  type PublishableType,
  publishableType,
  type Recipient,
  recipientsById,
} from './queries.ts'
export { type CompanySigned, recordReleased, writePapers } from './writing.ts'
export { readXmlFile } from './in-workers.ts'
export type { ReadXml } from './xml.ts'
