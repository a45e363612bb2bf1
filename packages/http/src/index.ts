export type { AttorneyCaller, CustomerCaller } from './authenticate.ts';
export type { CallerRates } from './caller-rates.ts';
export { JsonText, LargeJson } from './call.ts';
export { type CommandOptions, sendCommand } from './command.ts';
export { documentResponse } from './response/document-response.ts';
export { createGateway, type Gateway } from './gateway.ts';
export type { Work } from './idempotency.ts';
export type { Content } from './body/received-content.ts';
export {
  type Counted,
  enforceAddressLimit,
  enforceLargeLimit,
  enforceLimit,
  limitKey,
  rateLimited,
} from './rate-limit.ts';
export { presentBatches } from './response/respond.ts';
export { runGateway, type RunSettings } from './run-gateway.ts';
