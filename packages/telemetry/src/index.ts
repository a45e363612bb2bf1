export { errorClass } from './error-class.ts';
export { createLogger, type Logger } from './log.ts';
export { metrics } from './metrics.ts';
export { type OperationsSettings, startOperations } from './operations.ts';
export { currentRequestId, withRequestId } from './request-id.ts';
export { startTracing, stopTracing, traceRequest, tracingPlugins } from './tracing.ts';
