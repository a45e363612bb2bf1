/**
 * Loaded before a process of the stack, by `--profile`: samples its CPU time from start to end, and writes a CPU profile for browsers' developer tools. Plain JavaScript: it runs before anything is set up.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { basename, join, resolve } from 'node:path';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

// A preload has no configuration of its own.
// oxlint-disable-next-line node/no-process-env
const folder = process.env.BENCH_PROFILES;
const program = process.argv[1] ?? '';
if (folder && /(gateways|main)\.ts$|workflow-worker-thread\.js$/.test(program)) start();

function start() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 500 });
  const startedAt = Date.now();
  session.post('Profiler.start');
  const stop = () => {
    session.post('Profiler.stop', (error, result) => {
      if (error) return;
      writeFileSync(join(folder, `${nameOf()}.cpuprofile`), JSON.stringify({ ...result.profile, startedAt }));
    });
  };
  // A thread is terminated without notice, so the main thread notifies it when the process ends.
  const ending = new BroadcastChannel('the process ends');
  ending.unref();
  // A channel between threads has no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if (isMainThread) process.once('SIGTERM', () => ending.postMessage(null)).once('exit', stop);
  else ending.addEventListener('message', stop);
}

/** `case-worker` for services/case-worker/src/main.ts; the name of the workflow thread ends with its number. */
function nameOf() {
  if (!isMainThread) return `workflows-${threadId}`;
  return basename(program) === 'main.ts' ? basename(resolve(program, '../..')) : 'gateways';
}
