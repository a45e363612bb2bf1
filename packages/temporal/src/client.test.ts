import type { Client } from '@temporalio/client';
import { expect, test, vi } from 'vitest';
import { CaseClient, OutcomeUnknownError } from './client.ts';

test("a command times out on time even if the host's clock is set back by a day", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const executeUpdate = () => {
    vi.setSystemTime(Date.now() - 86_400_000);
    return Promise.reject(Object.assign(new Error('unavailable'), { code: 14, details: '', metadata: {} }));
  };
  const server = {
    withDeadline: (_: unknown, attempt: () => unknown) => attempt(),
    workflow: { getHandle: () => ({ executeUpdate }) },
  };
  const cases = new CaseClient(server as unknown as Client, { deadlineMs: 300 });
  const ref = { caseId: 'case_1', organizationId: 'org_1', mode: 'test' } as const;
  const sending = cases.send(ref, 'withdraw', 'command_1');
  await expect(sending.finally(() => vi.useRealTimers())).rejects.toThrow(OutcomeUnknownError);
});
