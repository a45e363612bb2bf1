import type { Otlp } from './otlp.ts';

let otlp: Otlp | null = null;

/**
 * Exports this process's traces to an OTLP endpoint (`http://host:4318`). If the endpoint is empty, tracing is off and
 * none of its code is loaded. Call this before creating any Temporal client or worker.
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

/**
 * Returns plugins for Temporal clients and workers that connect their spans across the workflow. Empty if tracing is
 * off.
 */
export function tracingPlugins(): Otlp['plugin'][] {
  return otlp ? [otlp.plugin] : [];
}

/** Runs a request within a span. The span contains only the request's method, route pattern and status. */
export async function traceRequest(
  method: string,
  handle: () => Promise<{ route: string; status: number }>,
): Promise<void> {
  await (otlp ? otlp.traceRequest(method, handle) : handle());
}
