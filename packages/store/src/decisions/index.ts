export { type CommandOnFile, type DecidableCase, loadForDecision } from './load-case.ts';
export type { Frozen } from './case-row.ts';
export { confirmVoid, recordRefusal } from './command.ts';
export { type Change, recordDecision, type Recording } from './record-decision.ts';
export { type DocumentInputs, getDocumentInputs, getSummaryInputs } from './rendering-inputs.ts';
