import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runExclusively } from '@evict/store/database';
import { generate } from 'selfsigned';
import { signUp } from '../../support/customers.ts';
import { commandLineOf, familyOf } from '../../support/processes.ts';
import { advance, type Causes, repeat, submittedCase } from '../cause.ts';

/** Processes that end, hang, or are short of memory. */
export const ofProcesses: Causes = {
  ProcessMissing: {
    what: 'the case worker was killed, and not started again',
    async bringAbout({ of }) {
      await of('case-worker').kill();
      return () => of('case-worker').start();
    },
  },
  ProcessRestarts: {
    what: 'the public gateway was killed and started again and again',
    async bringAbout({ of }) {
      return repeat(async () => {
        await of('public-gateway').restart();
        await setTimeout(4000); // Prometheus sees at most one start in each of its intervals
      });
    },
  },
  MemoryNearLimit: {
    group: 'work',
    what: 'the website kept memory until its heap of 256 MB was 92 % full, as with a leak',
    async bringAbout({ of }) {
      const leak = new URL('leak.mjs', import.meta.url).href;
      const NODE_OPTIONS = `--import=${leak} --max-old-space-size=256 --max-semi-space-size=1`;
      await of('website').restart({ NODE_OPTIONS });
      return () => of('website').restart();
    },
  },
  CertificateExpires: {
    group: 'starts',
    what: 'the public gateway was started with a certificate that lasts another week',
    async bringAbout({ of, folder }) {
      const notAfterDate = new Date(Date.now() + 7 * 86_400_000);
      const pems = await generate([{ name: 'commonName', value: 'public-gateway' }], { notAfterDate });
      const [TEMPORAL_TLS_CERT, TEMPORAL_TLS_KEY] = [join(folder, 'short.pem'), join(folder, 'short-key.pem')];
      await writeFile(TEMPORAL_TLS_CERT, pems.cert);
      await writeFile(TEMPORAL_TLS_KEY, pems.private);
      // Temporal does not take it, but is not asked for anything.
      await of('public-gateway').restart({ TEMPORAL_TLS_CERT, TEMPORAL_TLS_KEY });
      return () => of('public-gateway').restart();
    },
  },
  CasesNotReconciled: {
    group: 'waits',
    what: 'a session of the database held the turn of the reconciler, as a worker that hangs does',
    factor: 8, // a round takes place every 30 s
    async bringAbout({ store }) {
      const [turn, end] = [new AbortController(), new AbortController()];
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
  DocumentsNotRendered: {
    factor: 120,
    group: 'work',
    what: 'renderers were killed while they rendered',
    async bringAbout(world) {
      const organization = await signUp(world.api);
      const submitting = repeat(() => submittedCase(world, organization), 2);
      const isRenderer = (pid: number) => commandLineOf(pid).includes('renderer-process');
      const killing = repeat(async () => {
        for (const pid of familyOf(world.of('case-worker').pid()).filter(isRenderer)) process.kill(pid, 'SIGKILL');
      });
      return () => Promise.all([killing(), submitting()]);
    },
  },
  WorkflowTasksFail: {
    what: 'the case worker was started with workflow code that does not fit the histories',
    async bringAbout(world) {
      const worker = world.of('case-worker');
      // It calls an activity by another name, and so cannot replay them.
      const WORKFLOW_BUNDLE = join(world.folder, 'unfit-workflows.js');
      const fit = await readFile(world.bundle, 'utf8');
      await writeFile(WORKFLOW_BUNDLE, fit.replaceAll('decideAndRecord', 'decideAndRecordAnew'));
      const organization = await signUp(world.api);
      const id = await submittedCase(world, organization);
      await worker.restart({ WORKFLOW_BUNDLE });
      const stop = repeat(() => advance(world, organization, id));
      return async () => {
        await worker.restart();
        await stop();
      };
    },
  },
};
