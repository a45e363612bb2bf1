import { httpUrl, port, text } from './settings.ts';

/** How a process is watched: every one of them reads these. */
export const observability = {
  /** Metrics and readiness, never on the public port; 0 is any free one. */
  metricsPort: port('METRICS_PORT', '0'),
  /** The address they are bound to: whoever watches from another machine needs another one. */
  metricsHost: text('METRICS_HOST', '127.0.0.1'),
  /** Where traces are sent over OTLP; empty: there are none. */
  otlpEndpoint: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'),
};
