import { httpUrl, port, text } from './settings.ts';

/** Settings of monitoring, for every process. */
export const observability = {
  /** Metrics and readiness, never on the public port; 0 is any free port. */
  metricsPort: port('METRICS_PORT', '0'),
  /** The address to bind to; loopback is not reachable from another machine. */
  metricsHost: text('METRICS_HOST', '127.0.0.1'),
  /** Where traces are sent over OTLP; empty: nowhere. */
  otlpEndpoint: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'),
};
