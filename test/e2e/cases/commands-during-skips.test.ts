import { setTimeout as pause } from 'node:timers/promises';
import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operate } from '../support/operate.ts';
import { advanceCase, seedDraft } from '../support/seed.ts';

// The server skips time between workflow tasks, while other commands of the case are on their way.

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('commands that meet a skip of the clock are taken or refused, and none fails', async () => {
  const refused = { ok: false, code: 'invalid_transition' };
  const cases = Array.from({ length: 8 }, async (_, index) => {
    const ref = await seedDraft(stack);
    expect(await stack.cases.submit(ref)).toEqual({ ok: true });
    for (let step = 0; step < 5; step += 1) {
      const others = Array.from({ length: 6 }, async (__, other) => {
        // Spread over the time that an advance takes, so that some meet its skip.
        await pause((index + other) * 7);
        return operate(stack, ref, { kind: 'retry_step' });
      });
      const [advanced, ...results] = await Promise.all([advanceCase(stack, ref), ...others]);
      expect(advanced).toEqual({ ok: true });
      for (const result of results) expect(result).toEqual(refused);
    }
    return (await stack.store.prisma.case.findUniqueOrThrow({ where: { id: ref.caseId } })).state;
  });
  expect(new Set(await Promise.all(cases))).toEqual(new Set(['summons_sent']));
});
