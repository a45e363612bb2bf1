import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { renderCaseSummary } from '../case-summary.ts';
import { renderDocument } from '../render.ts';
import type { RendererMessage, RenderJob } from './renderer.ts';

// A separate program, started by `renderer.ts`. It renders one document after the other and keeps only the fonts in
// between. It has no connection and no secret.

function send(message: RendererMessage): void {
  process.send?.(message);
}

async function render(job: RenderJob): Promise<void> {
  try {
    const rendered = await (job.kind === 'summary' ? renderCaseSummary(job.request) : renderDocument(job.request));
    send({ kind: 'rendered', bytes: rendered });
  } catch (error) {
    send({ kind: 'failed', errorClass: error instanceof Error ? error.constructor.name : 'Error' });
  }
}

/** If memory runs out, the kernel should end a renderer and not the worker that waits for it. */
function volunteerForTheKernel(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // This system doesn't support it.
  }
}

volunteerForTheKernel();
process.on('message', (job: RenderJob) => void render(job));
process.on('disconnect', () => process.exit());
// The terminal sends Ctrl-C to every process of the group, but the worker ends its renderers itself.
process.on('SIGINT', () => {});
send({ kind: 'ready' });
// The process is ended by a signal, which would lose its compile cache.
flushCompileCache();
