import { cloneDatabase, knownWait, startStack } from '@evict/testkit';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { expect, onTestFinished, test } from 'vitest';
import { copyIn, copyOut } from '../support/copied-tables.ts';
import { command } from '../support/operate.ts';
import { advanceCase, seedDraft } from '../support/seed.ts';

// `npm run rehearse -- restore` restores a whole deployment, with a Temporal backup that is older than the database.

test('if Temporal is newer than the restored database, a workflow continues from the database, and no court case number is assigned twice', async () => {
  const databaseUrl = await cloneDatabase();
  const lost = await startStack({ databaseUrl });
  const [earlier, ref] = [await seedDraft(lost), await seedDraft(lost)];
  for (const one of [earlier, ref]) expect(await command(lost, one, { kind: 'submit' })).toEqual({ ok: true });
  for (let steps = 0; steps < 5; steps += 1) await advanceCase(lost, earlier);
  await advanceCase(lost, ref);
  const backup = await copyOut(databaseUrl);
  await advanceCase(lost, ref);
  await lost.stop();

  const restoredUrl = await cloneDatabase();
  await copyIn(backup, restoredUrl);
  const restored = await startStack({ databaseUrl: restoredUrl, taskQueue: lost.taskQueue });
  onTestFinished(() => restored.stop());
  const known = async () => (await knownWait(restored.client, ref.caseId))?.state;
  const rowOf = ({ caseId: id } = ref) => restored.store.prisma.case.findUniqueOrThrow({ where: { id } });
  const row = await rowOf();
  expect([await known(), row.state]).toEqual(['cure_period', 'notice_sent']);
  // The restored row is due, while the workflow waits for the end of the notice period.
  const { rowCount } = await restored.store.pool.query(
    `UPDATE "Case" SET "dueAt" = now(), "clockAheadMs" = "clockAheadMs" + 1 + extract(epoch FROM "dueAt" - now()) * 1000
      WHERE id = $1 AND "dueAt" > now()`,
    [ref.caseId],
  );
  expect(rowCount).toBe(1);
  const told = () => reconcileOnce(restored, { settledMs: 0 });
  await expect.poll(told).toMatchObject({ compared: 2, started: 0, told: 1 });
  await expect.poll(async () => (await rowOf()).state).toBe('cure_period');
  for (let steps = 0; steps < 3; steps += 1) await advanceCase(restored, ref);
  const filed = [await rowOf(earlier), await rowOf()];
  expect(new Set([null, ...filed.map(({ courtCaseNumber }) => courtCaseNumber)]).size).toBe(3);
});
