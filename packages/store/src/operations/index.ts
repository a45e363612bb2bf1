export { type CaseCount, countCases, measureBacklog, measureCases, openStates } from './measures.ts';
export { beginOperatorAction, endOperatorAction } from './operator-actions.ts';
