import { describe, expect, test } from 'vitest';
import { liveWorld } from '../../e2e/support/live-case.ts';
import { inLiveMode, marylandFacts } from '../../e2e/support/live.ts';
import { startService } from '../../e2e/support/service.ts';
import { attackDatabase, pageOf, tryTables } from './database.ts';
import { attackTemporal } from './temporal.ts';

const service = await startService({ liveMode: true });
const { stack } = service;
const { attorney, inReview } = liveWorld(service);

describe('a process that was taken over', () => {
  test('does in the database what is its job, which the documentation lists, and nothing beyond', async () => {
    const client = await stack.store.pool.connect();
    try {
      const verdicts = await attackDatabase(client);
      const succeeded = Object.entries(verdicts).flatMap(([name, found]) =>
        Object.entries(found).flatMap(([role, verdict]) => (verdict === 'succeeded' ? [`${role}: ${name}`] : [])),
      );
      expect(succeeded).toEqual([]);
      const page = pageOf(await tryTables(client), verdicts);
      await expect(page).toMatchFileSnapshot('../../../docs/taken-over.md');
    } finally {
      client.release();
    }
  });

  test('changes nothing of a case with any method of Temporal, and erases none', async () => {
    const avery = await attorney();
    const { id } = await inReview();
    const customer = inLiveMode(service, await service.signUp());
    const { id: ended } = await customer.create(marylandFacts());
    await customer.withdraw(ended);
    expect(await attackTemporal(stack, stack.store.pool, id, [ended])).toEqual([]);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });
});
