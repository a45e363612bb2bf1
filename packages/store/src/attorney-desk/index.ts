export {
  findAssignedCase,
  findAssignedDocument,
  listAttorneyQueue,
  listCaseEvents,
  readCaseFile,
} from './assigned-cases.ts';
export { readReviewRequirements } from './review.ts';
