import { createNote } from '@evict/store/notes';
import fc from 'fast-check';
import { expect, describe, test } from 'vitest';
import { inLiveMode, marylandAddress, marylandFacts } from '../support/live.ts';
import { liveWorld } from '../support/live-case.ts';
import {
  addAttorney,
  commands,
  type MailedCase,
  mailsSettled,
  operators,
  startCase,
  startMails,
  toCourt,
  toNoticePeriod,
} from '../support/mailed-case.ts';
import { sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { stack } = service;
const { mailbox } = stack.delivery ?? expect.unreachable();

test('after a submit over HTTP, the attorney and the customer are emailed about the engagement', async () => {
  const world = liveWorld(service);
  const attorney = await world.attorney();
  const { ref } = await world.inReview();
  const { organizationId } = ref;
  const { email } = await stack.store.prisma.user.findFirstOrThrow({ where: { organizationId } });
  expect((await mailbox.waitForMails(attorney.email))[0]?.subject).toBe(
    `A case was assigned to you (${marylandAddress})`,
  );
  expect((await mailbox.waitForMails(email, 1, /attorney/))[0]?.subject).toBe(
    `An attorney is engaged (${marylandAddress})`,
  );
});

describe('a customer’s message over HTTP', () => {
  test('is announced to the attorney by email, without its text', async () => {
    const attorney = await addAttorney(stack.store);
    const customer = inLiveMode(service, await service.signUp());
    const { id } = await customer.create(marylandFacts());
    await stack.store.prisma.case.update({ where: { id }, data: { attorneyId: attorney.id } });
    const response = await customer.send('POST', `/v1/cases/${id}/notes`, {
      body: { body: 'Robin Planted moved out.' },
    });
    expect(response.status).toBe(201);
    const [mail] = await mailbox.waitForMails(attorney.email);
    expect(mail?.subject).toBe(`New message from the customer (${marylandAddress})`);
    expect(JSON.stringify(mail)).not.toContain('Planted');
  });
});

test("the names, free text and court case number of a case never appear in an email, and an email to operators doesn't contain the property's address either", async () => {
  const steps: ((mailed: MailedCase, attorneyId: string) => Promise<unknown>)[] = [
    ({ take }) => take(commands.submit()),
    ({ take }, attorneyId) => take(commands.engage(attorneyId)),
    ({ change, summarize }) => change().then(summarize),
    ({ take, record }) => take(commands.review(record(), 'approve')),
    ({ take, record }) => take(commands.review(record(), 'reject')),
    ({ take, record }) => take(commands.review(record(), 'request_changes')),
    ({ take }, attorneyId) => take(commands.assign(attorneyId)),
    (mailed) => toNoticePeriod(mailed),
    (mailed) => toCourt(mailed),
    ({ take, record }) => take(commands.hearing(record(), '2027-03-01')),
    ({ take, record }) => take(commands.outcome(record(), { type: 'judgment', outcome: 'defendant' })),
    ({ take, record }) => take(commands.outcome(record(), { type: 'closed' })),
    ({ take }) => take(commands.operate('hold')),
    ({ take }) => take(commands.operate('resume')),
    ({ take }) => take(commands.operate('confirm_withdrawal')),
    ({ take }) => take(commands.customer('report_cure')),
    ({ take }) => take(commands.customer('withdraw')),
    ({ take }) => take(commands.fail('engage_attorney', planted('class'))),
    ({ scope, caseId }) => {
      const body = planted('note');
      return createNote(stack.store, { scope, caseId, writtenBy: 'customer', body, operatorsAddress: operators });
    },
    ({ caseId }) => createNote(stack.store, { caseId, writtenBy: 'platform', body: planted('note') }),
  ];
  const attorney = await addAttorney(stack.store);
  const kinds = new Set<string>();
  const story = fc.array(fc.constantFrom(...steps), { minLength: 5, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(story, async (chosen) => {
      const mailed = await startCase(stack.store, { facts: plantedFacts() });
      await stack.store.prisma.case.update({
        where: { id: mailed.caseId },
        data: { courtCaseNumber: planted('number') },
      });
      // After the first three steps, more of the others apply. Refused steps are skipped.
      for (const step of [...steps.slice(0, 3), ...chosen]) await step(mailed, attorney.id).catch(() => {});
      await startMails(stack);
      await mailsSettled(stack, mailed.caseId);
      const recipient = { in: [mailed.owner, mailed.member, attorney.email] };
      for (const { kind } of await stack.store.prisma.mail.findMany({ where: { recipient } })) kinds.add(kind);
    }),
    { numRuns: 12 },
  );
  expect(kinds.size).toBeGreaterThan(6);
  const everything = JSON.stringify(await mailbox.allMails());
  expect(everything).toContain(attorney.email);
  expect(everything).not.toMatch(/planted/i);
  expect(everything).toContain(marylandAddress);
  expect(JSON.stringify(await mailbox.mailsTo(operators))).not.toContain('Sandbox Way');
});

function planted(what: string): string {
  return `Planted ${what}`;
}

function plantedFacts() {
  const { property } = marylandFacts();
  return marylandFacts({
    property: { ...property, ownerOfRecord: planted('owner') },
    parties: [
      { role: 'plaintiff', name: planted('owner'), isEntity: true },
      { role: 'defendant', name: planted('tenant') },
    ],
    freeText: planted('text'),
  });
}
