import { port, type Setting, text } from './settings.ts';

/** How a process is watched: every one of them reads these. */
export const observability = {
  /** Metrics and readiness, never on the public port; 0 is any free one. */
  metricsPort: port('METRICS_PORT', '0'),
  /** The address they are bound to: whoever watches from another machine needs another one. */
  metricsHost: text('METRICS_HOST', '127.0.0.1'),
  /** Where traces are sent over OTLP; empty: there are none. */
  otlpEndpoint: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
};

function httpUrl(variable: string): Setting<string> {
  const parse = (value: string) => {
    const isHttp = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
    return value === '' || isHttp ? value : undefined;
  };
  return { variable, mustBe: 'an address like http://collector:4318, or empty', parse, fallback: '' };
}
