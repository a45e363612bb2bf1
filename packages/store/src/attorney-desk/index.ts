export {
  findAssignedCase,
  findAssignedDocument,
  listAttorneyQueue,
  listCaseEvents,
  readCaseFile,
  readReviewRequirements,
} from './assigned-cases.ts';
