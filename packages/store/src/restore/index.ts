export { rebuildCase, type Rebuilt } from './rebuild-case.ts';
export {
  findStartedCase,
  getCaseUpdatedAt,
  listLoggedCases,
  listStartedCases,
  recordRestored,
  type StartedCase,
} from './started-cases.ts';
