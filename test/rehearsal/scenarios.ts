import type { Options, Outcome } from './support/outcome.ts';

interface Scenario {
  about: string;
  /** The duration on an idle machine with two cores. */
  takes: string;
  /** What the machine needs beyond the requirements of `npm start`. */
  needs?: string;
  load: () => Promise<{ run: (options: Options) => Promise<Outcome> }>;
}

/** The scenarios that a release must pass, in the order in which they are run. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  conformance: {
    about: 'every operation against the served OpenAPI description',
    takes: '8 minutes',
    needs: 'Python 3.10 with venv',
    load: () => import('./conformance/conformance.ts'),
  },
  isolation: {
    about: 'hostile and large tenants beside an honest one',
    takes: '45 minutes',
    load: () => import('./isolation/isolation.ts'),
  },
  chaos: {
    about: 'cases are played while processes die, hang and lose responses',
    takes: '30 minutes',
    load: () => import('./chaos/chaos.ts'),
  },
  papers: {
    about: 'papers conform to PDF/UA-1, and the largest are drawn in seconds',
    takes: '1 minute',
    needs: 'Java 11 and Maven, else conformance is left out',
    load: () => import('./papers/papers.ts'),
  },
  restore: {
    about: 'a deployment is backed up, destroyed and restored',
    takes: '3 minutes',
    load: () => import('./restore/restore.ts'),
  },
  containers: {
    about: 'the image is built; the compose file is started, killed, backed up, restored and upgraded',
    takes: '20 minutes',
    needs: 'Docker with compose 2 and buildx, or root on Debian',
    load: () => import('./containers/containers.ts'),
  },
  bench: {
    about: 'the figures of speed and memory, each beside its goal',
    takes: '25 minutes',
    load: () => import('./bench/bench.ts'),
  },
};
