export { rebuildCase, type Rebuilt } from './rebuild-case.ts';
export {
  findStartedCase,
  getCaseUpdatedAt,
  listLoggedCases,
  listStartedCases,
  recordRestored,
} from './started-cases.ts';
