import type { Otlp } from './otlp.ts';

let otlp: Otlp | null = null;

/**
 * Exports traces of this process to an OTLP endpoint (`http://host:4318`). With an empty one tracing is off and none of
 * its code is loaded. Call it before any client or worker of Temporal is created.
 */
export async function startTracing(service: string, endpoint: string): Promise<void> {
  if (endpoint === '') return;
  const { startOtlp } = await import('./otlp.ts');
  otlp = startOtlp(service, endpoint);
}

/** Exports the last spans. The process ends even if the endpoint is unavailable. */
export async function stopTracing(): Promise<void> {
  await otlp?.stop().catch(() => {});
  otlp = null;
}

/** Plugins for clients and workers of Temporal, which connect their spans across the workflow. None while tracing is off. */
export function tracingPlugins(): Otlp['plugin'][] {
  return otlp ? [otlp.plugin] : [];
}

/** Runs a request within a span, which contains its route pattern and status and nothing else of it. */
export async function traceRequest(
  method: string,
  handle: () => Promise<{ route: string; status: number }>,
): Promise<void> {
  await (otlp ? otlp.traceRequest(method, handle) : handle());
}
