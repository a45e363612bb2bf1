export { evaluateGates, gateDates } from './evaluate.ts';
export type { GateDates, GateInput, GateResult, GateResults } from './gate.ts';
export { priorNoticeRunsThrough } from './prior-notice.ts';
