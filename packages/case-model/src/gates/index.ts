export { evaluateGates, evaluateGatesBy, gateDates, judgeDraft } from './evaluate.ts';
export type { GateResults } from './gate.ts';
export { priorNoticeRunsThrough } from './prior-notice.ts';
