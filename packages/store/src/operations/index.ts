export { type CaseCount, countCases, measureBacklog, measureCases, openStates } from './measures.ts';
export { beginOperatorAction, endOperatorAction, findProposal, type OperatorAction } from './operator-actions.ts';
