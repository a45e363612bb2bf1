import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { renderCaseSummary } from '../case-summary.ts';
import { renderDocument } from '../render.ts';
import type { RendererMessage, RenderJob } from './renderer.ts';

// This is a separate program, started by `renderer.ts`. It renders one document at a time and keeps only the fonts in
// between. It opens no connections and holds no secrets.

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

/** Asks the kernel to end this renderer, and not the worker that waits for it, if memory runs out. */
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
// The terminal sends Ctrl-C to every process in the group, but the worker ends its renderers itself.
process.on('SIGINT', () => {});
send({ kind: 'ready' });
// Write the compile cache now, because the process is ended by a signal and would lose it.
flushCompileCache();
