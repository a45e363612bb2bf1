import type { CaseRecord, Command } from '@evict/case-model';
import { listCharges } from '@evict/store/charges';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { addAttorney, commands, startCase } from '../support/mailed-case.ts';

// Runs the decisions of each step, and the transactions that record them, directly on the store.

const store = openTestStore(await cloneDatabase());
afterAll(() => store.close());
const avery = await addAttorney(store);

type Step = (record: CaseRecord) => Command;
const submit: Step = () => commands.submit();
const engage: Step = () => commands.engage(avery.id);
const withdraw: Step = () => commands.customer('withdraw');
const requestChanges: Step = (record) => commands.review(record, 'request_changes');
const confirm: Step = (record) => commands.outcome(record, { type: 'closed' });

/**
 * The charges of a live case after these steps. Each step is recorded twice, as after a crash. If `paid`, a fee is paid
 * once it is due.
 */
async function play(steps: readonly Step[], { paid }: { paid: boolean }): Promise<string[]> {
  const mailed = await startCase(store);
  const { scope, caseId } = mailed;
  let record = mailed.record();
  for (const step of steps) {
    const decided = await decideOn(store, caseId, step(record));
    expect(await decided.again()).toBe(false);
    ({ record } = decided);
    const data = { state: 'paid', paidAt: new Date() };
    if (paid) await store.prisma.charge.updateMany({ where: { caseId, state: 'due' }, data });
  }
  return (await listCharges(store, { scope, caseId })).map(
    ({ state, amountCents, refundRequestedAt }) => `${state} ${amountCents}${refundRequestedAt ? ', asked back' : ''}`,
  );
}

test.each<[string, Step[], string[], string[]]>([
  [
    'that is submitted again after changes is charged only once',
    [submit, engage, requestChanges, submit],
    ['due 9900'],
    ['paid 9900'],
  ],
  [
    'that is withdrawn before an attorney is engaged is voided, or its refund is requested if it was paid',
    [submit, withdraw],
    ['void 9900'],
    ['paid 9900, asked back'],
  ],
  [
    'that is withdrawn after the engagement stays as it was, either due or paid',
    [submit, engage, withdraw, confirm],
    ['due 9900'],
    ['paid 9900'],
  ],
])('the fee of a case %s', async (_, steps, due, paid) => {
  expect(await play(steps, { paid: false })).toEqual(due);
  expect(await play(steps, { paid: true })).toEqual(paid);
});
