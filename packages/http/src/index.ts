export { requireScope, requireVerified } from './authenticate.ts';
export { type AgentMessage, type Answer, type Call, JsonText, type RunOperation } from './call.ts';
export {
  type AttorneyCaller,
  type AttorneySessionCaller,
  type CustomerCaller,
  isAgent,
  type SessionCaller,
} from './caller.ts';
export { caseBody } from './case-body.ts';
export { type CaseCall, type Commanded, decideOnce, sendCommand } from './command.ts';
export { newSession } from './new-session.ts';
export { documentResponse } from './document-response.ts';
export { refuseShown, requireFaultless } from './faults.ts';
export { createGateway, type Gateway } from './gateway.ts';
export type { Middleware } from 'koa';
export type { Identity, ReplayCheck, Work } from './idempotency.ts';
export type { AnonymousPath } from './serve.ts';
export {
  accountLimitKey,
  type CallerRates,
  enforceAccountLimit,
  type Counted,
  enforceAddressLimit,
  enforceLargeLimit,
  enforceLimit,
  limitKey,
  rateLimited,
} from './rate-limits.ts';
export { presentBatches } from './response.ts';
export { runGateway } from './run-gateway.ts';
export { createVirusScan, type RefuseInfected } from './virus-scan.ts';
