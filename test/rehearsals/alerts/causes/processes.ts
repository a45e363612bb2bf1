import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runExclusively } from '@evict/store/database';
import { generate } from 'selfsigned';
import { type Cause, repeat } from './cause.ts';
import { advance, customer, submittedCase } from './customers.ts';

/** Processes that end, hang, or are short of memory. */
export const ofProcesses: Cause[] = [
  {
    alert: 'ProcessMissing',
    what: 'the case worker was killed, and not started again',
    async bringAbout({ processes }) {
      await processes.kill('case-worker');
      return () => processes.start('case-worker');
    },
  },
  {
    alert: 'ProcessRestarts',
    what: 'the public gateway was killed and started again and again',
    async bringAbout({ processes }) {
      return repeat(async () => {
        await processes.restart('public-gateway');
        await setTimeout(4000); // Prometheus sees at most one start in each of its intervals
      });
    },
  },
  {
    alert: 'MemoryNearLimit',
    group: 'work',
    what: 'the website kept memory until its heap of 256 MB was 92 % full, as with a leak',
    async bringAbout({ processes }) {
      const leak = new URL('leak.mjs', import.meta.url).href;
      const NODE_OPTIONS = `--import=${leak} --max-old-space-size=256 --max-semi-space-size=1`;
      await processes.restart('website', { NODE_OPTIONS });
      return () => processes.restart('website');
    },
  },
  {
    alert: 'CertificateExpires',
    group: 'starts',
    what: 'the public gateway was started with a certificate that lasts another week',
    async bringAbout({ processes, folder }) {
      const notAfterDate = new Date(Date.now() + 7 * 86_400_000);
      const pems = await generate([{ name: 'commonName', value: 'public-gateway' }], { notAfterDate });
      await writeFile(join(folder, 'short.pem'), pems.cert);
      await writeFile(join(folder, 'short-key.pem'), pems.private);
      await processes.restart('public-gateway', {
        TEMPORAL_TLS: 'on', // its server does not know TLS, and it asks for nothing here
        TEMPORAL_TLS_CERT: join(folder, 'short.pem'),
        TEMPORAL_TLS_KEY: join(folder, 'short-key.pem'),
      });
      return () => processes.restart('public-gateway');
    },
  },
  {
    alert: 'CasesNotReconciled',
    group: 'waits',
    what: 'a session of the database held the turn of the reconciler, as a worker that hangs does',
    factor: 8, // a round takes place every 30 s
    async bringAbout({ store }) {
      const turn = new AbortController();
      const end = new AbortController();
      const holding = repeat(() =>
        runExclusively(store, 'reconcile cases', async () => {
          turn.abort();
          await once(end.signal, 'abort');
        }),
      );
      await once(turn.signal, 'abort');
      return async () => {
        end.abort();
        await holding();
      };
    },
  },
  {
    alert: 'DocumentsNotRendered',
    factor: 120,
    group: 'work',
    what: 'renderers were killed while they rendered',
    async bringAbout(world) {
      const organization = await customer(world);
      const submitting = repeat(() => submittedCase(world, organization), 2);
      const killing = repeat(async () => renderers().forEach((pid) => process.kill(pid, 'SIGKILL')));
      return async () => {
        await Promise.all([killing(), submitting()]);
      };
    },
  },
  {
    alert: 'WorkflowTasksFail',
    what: 'the case worker was started with workflow code that does not fit the histories',
    async bringAbout(world) {
      const organization = await customer(world);
      const id = await submittedCase(world, organization);
      await world.processes.restart('case-worker', { WORKFLOW_BUNDLE: await world.unfitWorkflows() });
      const stop = repeat(() => advance(world, organization, id));
      return async () => {
        await world.processes.restart('case-worker');
        await stop();
      };
    },
  },
];

/** The renderer processes below this one. */
function renderers(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((pid) => [pid, statOf(pid)]));
  const isOurs = (pid: string): boolean => {
    for (let at: string | undefined = pid; at !== undefined && at !== '0'; at = parents.get(at)) {
      if (at === String(process.pid)) return true;
    }
    return false;
  };
  return pids.filter((pid) => isOurs(pid) && read(`/proc/${pid}/cmdline`).includes('renderer-process')).map(Number);
}

/** The parent of a process. */
function statOf(pid: string): string | undefined {
  return /\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1];
}

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
