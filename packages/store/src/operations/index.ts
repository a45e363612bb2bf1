export { type CaseCount, countCases, measureBacklog, measureCases, openStates } from './measures.ts';
export { beginOperatorAction, endOperatorAction, type OperatorAction } from './operator-actions.ts';
