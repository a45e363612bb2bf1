import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { OpenTelemetryPlugin } from '@temporalio/interceptors-opentelemetry-v2';

export interface Otlp {
  plugin: OpenTelemetryPlugin;
  traceRequest: (method: string, handle: () => Promise<{ route: string; status: number }>) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts tracing. Only processes that trace load this file. The usual OTEL_ variables control sampling and headers. */
export function startOtlp(service: string, endpoint: string): Otlp {
  const resource = resourceFromAttributes({ 'service.name': service });
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const spanProcessor = new BatchSpanProcessor(new OTLPTraceExporter({ url }));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [spanProcessor] });
  provider.register();
  const tracer = trace.getTracer('@evict/http');
  return {
    plugin: new OpenTelemetryPlugin({ resource, spanProcessor }),
    traceRequest: (method, handle) =>
      tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, async (span) => {
        try {
          const { route, status } = await handle();
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        } finally {
          span.end();
        }
      }),
    stop: () => provider.shutdown(),
  };
}
