import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markOf, stillRuns } from './process-id.ts';
import { type ProcessSpec, Supervisor, until, type Watcher } from './processes.ts';

let dir: string;
let supervisors: Supervisor[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'processes-'));
  supervisors = [];
});
afterEach(async () => {
  await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
  await rm(dir, { recursive: true });
});

const FOREVER = 'setInterval(() => {}, 1000)';

describe('Supervisor', () => {
  test('restarts a process that is killed', async () => {
    const { supervisor, spawned, restarts } = build();
    await supervisor.start(spec({ name: 'a' }));
    process.kill(spawned[0]?.pid ?? 0, 'SIGKILL');
    await until(async () => expect(spawned).toHaveLength(2), 5000);
    expect(restarts).toEqual(['a was ended by SIGKILL']);
  });

  test('gives up on a process that keeps exiting, and reports its log', async () => {
    let reason = '';
    const { supervisor, spawned } = build({ onGiveUp: (name, end, log) => (reason = `${name} ${end}: ${log}`) });
    await supervisor.start(spec({ name: 'a', program: `console.log('why')` }));
    await until(async () => expect(reason).toBe('a ended with code 0: why\nwhy\nwhy'), 5000);
    expect(spawned).toHaveLength(3);
  });

  test('stops the stages front, worker, engine and database in this order', async () => {
    const { supervisor } = build();
    const program = (name: string) =>
      `process.on('SIGTERM', () => { require('fs').appendFileSync(${JSON.stringify(join(dir, 'order'))}, '${name} '); process.exit() }); require('fs').writeFileSync(${JSON.stringify(dir)} + '/${name}.up', ''); ${FOREVER}`;
    for (const stage of ['database', 'engine', 'worker', 'front'] as const) {
      const check = () => readFile(join(dir, `${stage}.up`));
      await supervisor.start(spec({ name: stage, stage, program: program(stage), check }));
    }
    await supervisor.stop();
    expect(await readFile(join(dir, 'order'), 'utf8')).toBe('front worker engine database ');
  });

  test("kills a process that doesn't stop in time", async () => {
    const { supervisor, spawned } = build();
    const program = `process.on('SIGTERM', () => {}); require('fs').writeFileSync(${JSON.stringify(join(dir, 'up'))}, ''); ${FOREVER}`;
    await supervisor.start(spec({ name: 'a', program, check: () => readFile(join(dir, 'up')), stopWithinMs: 100 }));
    await supervisor.stop();
    expect(spawned.filter((mark) => stillRuns(mark))).toEqual([]);
  });

  test('stops a process that is still starting, and reports that its start failed', async () => {
    const { supervisor, spawned } = build();
    const start = supervisor.start(spec({ name: 'a', check: never }));
    await Promise.all([
      expect(start).rejects.toThrow('a was ended by SIGTERM while it was starting'),
      supervisor.stop(),
    ]);
    expect(spawned.filter((mark) => stillRuns(mark))).toEqual([]);
  });

  test('reports the end of the log if a process exits before it is ready', async () => {
    const { supervisor } = build();
    const start = supervisor.start(spec({ name: 'a', program: `console.error('no such table')`, check: never }));
    await expect(start).rejects.toThrow('a ended with code 0 while it was starting:\nno such table');
  });

  test("stops a process that doesn't become ready in time", async () => {
    const { supervisor, spawned } = build();
    const start = supervisor.start(spec({ name: 'a', check: never, startWithinMs: 100 }));
    await expect(start).rejects.toThrow('a did not respond within 100 ms');
    expect(spawned.filter((mark) => stillRuns(mark))).toEqual([]);
  });

  test('reports a program that is missing', async () => {
    const { supervisor } = build();
    const start = supervisor.start({ ...spec({ name: 'a', check: never }), command: [join(dir, 'missing')] });
    await expect(start).rejects.toThrow('a could not be started');
  });

  test('starts a new log if the existing one is too long', async () => {
    await writeFile(join(dir, 'a.log'), Buffer.alloc(17 * 2 ** 20));
    await build().supervisor.start(spec({ name: 'a' }));
    expect(await readFile(join(dir, 'a.log'), 'utf8')).toBe('');
  });

  test('refuses to start a process after the supervisor was stopped', async () => {
    const { supervisor, spawned } = build();
    await supervisor.stop();
    await expect(supervisor.start(spec({ name: 'a' }))).rejects.toThrow('everything is being stopped');
    expect(spawned).toEqual([]);
  });
});

function build(watcher: Watcher = {}) {
  const spawned: { pid: number; startedAt: string }[] = [];
  const restarts: string[] = [];
  const supervisor = new Supervisor(
    {
      onSpawn: (_, pid) => spawned.push(markOf(pid) ?? { pid, startedAt: 'gone' }),
      onRestart: (name, end) => restarts.push(`${name} ${end}`),
      ...watcher,
    },
    { most: 2, windowMs: 30_000, pauseStepMs: 1 },
  );
  supervisors.push(supervisor);
  return { supervisor, spawned, restarts };
}

function spec({ name, program = FOREVER, ...rest }: Partial<ProcessSpec> & { name: string; program?: string }) {
  return {
    name,
    stage: 'front',
    command: [process.execPath, '-e', program],
    logFile: join(dir, `${name}.log`),
    check: async () => {},
    startWithinMs: 10_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 5000,
    ...rest,
  } satisfies ProcessSpec;
}

async function never(): Promise<void> {
  throw new Error('not yet');
}
