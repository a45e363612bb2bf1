import type { Benchmark } from './benchmark.ts';
import { timed, timedDemo } from './programs.ts';

export const start: Benchmark = {
  name: 'start',
  about: 'npm start to the ready line, with warm caches',
  needs: 'stack',
  measure: async ({ seconds }) => [
    { name: 'npm start to ready, warm', value: seconds, unit: 's', goal: { atMost: 2.5 } },
  ],
};

export const demo: Benchmark = {
  name: 'demo',
  about: 'npm run demo with a stack of its own, with warm caches',
  needs: 'nothing',
  takesMinutes: true,
  measure: async (dataDir) => [
    {
      name: 'npm run demo, warm, with its own stack',
      value: await timedDemo(dataDir),
      unit: 's',
      goal: { atMost: 40 },
    },
  ],
};

export const unitTests: Benchmark = {
  name: 'unit-tests',
  about: 'the unit tests alone',
  needs: 'nothing',
  takesMinutes: true,
  async measure() {
    const value = await timed(['--no-install', 'vitest', 'run', '--project', 'unit']);
    return [{ name: 'unit tests alone', value, unit: 's', goal: { atMost: 20 } }];
  },
};
