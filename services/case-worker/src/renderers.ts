import { RenderPool, type RenderPoolOptions } from '@evict/papers';
import { type Logger, metrics } from '@evict/telemetry';

/** Creates this worker's pool of renderer processes, with logging and metrics. */
export function startRenderers(logger: Logger, options: RenderPoolOptions = {}): RenderPool {
  const renderers = new RenderPool({
    ...options,
    onRendered({ kind, outcome, seconds }) {
      metrics.renderDuration.observe({ document: kind, outcome }, seconds);
      if (outcome !== 'ok') logger.warn({ document: kind, outcome }, 'document could not be rendered');
    },
  });
  // An alert detects an increase only if the counter already has a value.
  for (const outcome of ['time', 'memory', 'died']) {
    for (const document of ['document', 'summary']) metrics.renderDuration.zero({ document, outcome });
  }
  return renderers;
}
