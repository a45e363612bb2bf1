export { createLogger, type Logger } from './log.ts';
export { type MetricTable, metricTable } from './metric-table.ts';
export { metrics, registry } from './metrics.ts';
export { type Operations, type OperationsSettings, startOperations } from './operations.ts';
export { currentRequestId, withRequestId } from './request-id.ts';
export { startTracing, stopTracing, traceRequest, tracingPlugins } from './tracing.ts';
