import { randomUUID } from 'node:crypto';
import { type Command, type CommandBody, newCase, nextAction, type SubmissionSnapshot } from '@evict/case-model';
import { createDraft } from '@evict/store/cases';
import { listCharges } from '@evict/store/charges';
import { writeCommand } from '@evict/store/commands';
import { newId } from '@evict/store/ids';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { marylandFacts } from '../support/live.ts';

// What needs an attorney is played on the store: the decisions, and the transactions that record them.

const store = openTestStore(await cloneDatabase());
afterAll(() => store.close());
await store.prisma.user.create({
  data: {
    id: 'usr_a',
    email: 'a@example.com',
    emailKey: 'a@example.com',
    role: 'attorney',
    verified: true,
    licenses: { create: { state: 'MD', barNumber: '1' } },
  },
});

const submission: SubmissionSnapshot = {
  ground: 'nonpayment',
  entryPoint: 'notice',
  jurisdiction: 'MD',
  packVersions: null,
  caresCovered: false,
  servicemember: 'no',
  leaseEndDate: null,
  priorNotice: null,
  directives: [],
  defendants: [1],
  factsVersion: 1,
  noticeFactsVersion: 1,
  reviewDelayMs: 0,
};
const submit: Command = { kind: 'submit', submission };
const engage: Command = { kind: 'engage', attorneyId: 'usr_a' };
const withdraw: Command = { kind: 'withdraw' };
const review = (decision: 'reject' | 'request_changes'): Command => ({
  kind: 'review',
  attorneyId: 'usr_a',
  eligible: true,
  decision,
  documentHashes: [],
  otherHashes: [],
});
const confirmed: Command = { kind: 'outcome', attorneyId: 'usr_a', eligible: true, outcome: { type: 'closed' } };

/** The row of a command; returns its id. */
async function write(caseId: string, { kind }: Command): Promise<string> {
  const id = randomUUID();
  const author = kind === 'review' || kind === 'outcome' ? 'attorney' : 'customer';
  await writeCommand(store, { id, caseId, author, authorId: 'usr_a', body: { kind } as CommandBody });
  return id;
}

/** A live case to which these commands were sent, each recorded twice, as after a crash. */
async function play(commands: readonly Command[], between: (caseId: string) => Promise<unknown> = async () => {}) {
  const organizationId = newId('organization');
  await store.prisma.organization.create({ data: { id: organizationId, name: 'Sandbox Holdings' } });
  const scope = { organizationId, mode: 'live' } as const;
  const caseId = newId('case');
  await createDraft(store, scope, {
    id: caseId,
    facts: marylandFacts(),
    nextAction: nextAction(newCase({ caseId, ...scope }, 0)),
  });
  for (const command of commands) {
    const commandId = command.kind === 'engage' ? null : await write(caseId, command);
    const { again } = await decideOn(store, caseId, command, { commandId });
    expect(await again()).toBeNull();
    await between(caseId);
  }
  return (await listCharges(store, caseId)).map(({ state, amountCents }) => `${state} ${amountCents}`);
}

test.each<[string, Command[], string[]]>([
  ['submitted', [submit], ['due 9900']],
  [
    'submitted again after the attorney asked for changes',
    [submit, engage, review('request_changes'), submit],
    ['due 9900'],
  ],
  ['withdrawn before an attorney is engaged', [submit, withdraw], ['void 9900']],
  ['withdrawn after the attorney declined', [submit, engage, review('reject'), withdraw], ['void 9900']],
  ['withdrawn after an attorney was engaged', [submit, engage, withdraw, confirmed], ['due 9900']],
  ['withdrawn as a draft that never was submitted', [withdraw], []],
])('the fee of a case %s', async (_, commands, charges) => {
  expect(await play(commands)).toEqual(charges);
});

describe('a fee that was paid', () => {
  const pay = (caseId: string) =>
    store.prisma.charge.updateMany({ where: { caseId, state: 'due' }, data: { state: 'paid', paidAt: new Date() } });

  test.each<[string, Command[], boolean]>([
    ['before an attorney is engaged', [submit, withdraw], true],
    ['after the attorney declined', [submit, engage, review('reject'), withdraw], true],
    ['after an attorney was engaged', [submit, engage, withdraw, confirmed], false],
  ])('stays paid when the case is withdrawn %s, and is asked back where it is not owed', async (_, commands, asked) => {
    let caseId = '';
    const paid = async (id: string) => {
      caseId = id;
      await pay(id);
    };
    expect(await play(commands, paid)).toEqual(['paid 9900']);
    const [charge] = await listCharges(store, caseId);
    expect(charge?.refundRequestedAt).toEqual(asked ? expect.any(Date) : null);
  });
});
