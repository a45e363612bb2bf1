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
    about: 'checks every operation against the served OpenAPI description',
    takes: '8 minutes',
    needs: 'Python 3.10 with venv',
    load: () => import('./conformance/conformance.ts'),
  },
  isolation: {
    about: 'attacks the service with hostile and large tenants while a normal one works',
    takes: '45 minutes',
    load: () => import('./isolation/isolation.ts'),
  },
  chaos: {
    about: 'plays cases while processes die, hang and lose responses',
    takes: '30 minutes',
    load: () => import('./chaos/chaos.ts'),
  },
  papers: {
    about: 'checks that papers conform to PDF/UA-1, and that the largest are drawn in seconds',
    takes: '1 minute',
    needs: 'Java 11 and Maven, otherwise PDF/UA-1 is not checked',
    load: () => import('./papers/papers.ts'),
  },
  restore: {
    about: 'backs up, destroys and restores a deployment',
    takes: '3 minutes',
    load: () => import('./restore/restore.ts'),
  },
  containers: {
    about: 'builds the image, then starts, kills, backs up, restores and upgrades the compose system',
    takes: '20 minutes',
    needs: 'Docker with compose 2 and buildx, or root on Debian',
    load: () => import('./containers/containers.ts'),
  },
  bench: {
    about: 'measures speed and memory, and shows each figure with its goal',
    takes: '25 minutes',
    load: () => import('./bench/bench.ts'),
  },
};
