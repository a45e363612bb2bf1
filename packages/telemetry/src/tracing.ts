import type { Otlp } from './otlp.ts';

let otlp: Otlp | null = null;

/**
 * Sends traces of this process to an OTLP endpoint (`http://host:4318`); an empty one switches them off, and then
 * nothing of tracing is loaded. To be called before any client or worker of Temporal is made.
 */
export async function startTracing(service: string, endpoint: string): Promise<void> {
  if (endpoint === '') return;
  const { startOtlp } = await import('./otlp.ts');
  otlp = startOtlp(service, endpoint);
}

/** Sends the last spans. Where nobody takes them the process ends all the same. */
export async function stopTracing(): Promise<void> {
  await otlp?.stop().catch(() => {});
  otlp = null;
}

/** For clients and workers of Temporal: their spans hang together over the workflow. None while tracing is off. */
export function tracingPlugins(): Otlp['plugin'][] {
  return otlp ? [otlp.plugin] : [];
}

/** Answers a request within a span, which tells its route pattern and status and nothing else of it. */
export async function traceRequest(
  method: string,
  answer: () => Promise<{ route: string; status: number }>,
): Promise<void> {
  await (otlp ? otlp.traceRequest(method, answer) : answer());
}
