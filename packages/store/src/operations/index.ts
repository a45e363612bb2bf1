export { measureBacklog, measureCases } from './measures.ts';
export { beginOperatorAction, endOperatorAction } from './operator-actions.ts';
