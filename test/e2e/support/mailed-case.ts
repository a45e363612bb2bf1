import { type CaseFacts, type CaseRecord, type Command, type Mode, newCase, waitOf } from '@evict/case-model';
import { createDraft } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { type TestStore, wakeOutbox } from '@evict/store/testing';
import type { TestStack } from '@evict/testkit';
import { expect } from 'vitest';
import { decideOn, recording } from './decided.ts';
import { day } from './facts.ts';
import { marylandFacts } from './live.ts';

export const operators = recording.operatorsAddress;

/** A case of a new organization. Its commands are decided and recorded directly, with the emails that they cause. */
export type MailedCase = Awaited<ReturnType<typeof startCase>>;

/** Starts a draft in an organization with an owner, a member, and a member whose account was erased. */
export async function startCase(store: TestStore, { mode = 'live', facts = marylandFacts(), prepare }: Start = {}) {
  const organizationId = newId('organization');
  await store.prisma.organization.create({ data: { id: organizationId, name: 'Sandbox Holdings' } });
  const [owner, member] = await Promise.all([
    addUser(store, { organizationId, role: 'owner' }),
    addUser(store, { organizationId, role: 'member' }),
    addUser(store, { organizationId, role: 'member', erasedAt: new Date() }),
  ]);
  await prepare?.(owner);
  const scope = { organizationId, mode };
  const caseId = newId('case');
  await createDraft(store, scope, { id: caseId, facts, nextAction: { by: 'customer', description: '' } });
  let record = newCase({ caseId, ...scope }, Date.now());
  let aheadMs = 0;

  /** Decides a command, records it with its emails, and returns `kind recipient` for each email. */
  async function take(command: Command): Promise<string[]> {
    const payload = { path: ['caseId'], equals: caseId };
    const before = await store.prisma.mail.findMany({ where: { payload }, select: { id: true } });
    ({ record } = await decideOn(store, caseId, command, { aheadMs }));
    const mails = await store.prisma.mail.findMany({ where: { payload, id: { notIn: before.map(({ id }) => id) } } });
    return mails.map(({ kind, recipient }) => `${kind} ${recipient}`).sort();
  }

  /** Counts a change to the facts or the evidence, as when the customer makes one. */
  async function change(): Promise<void> {
    const { factsVersion } = await store.prisma.case.update({
      where: { id: caseId },
      data: { factsVersion: { increment: 1 } },
    });
    record = { ...record, factsVersion };
  }

  /** Records that the summary was made, if it is due. */
  async function summarize(): Promise<string[]> {
    const { work } = waitOf({ ...record, failure: null }, Date.now() + aheadMs);
    const stage = work?.kind === 'make_documents' ? work.orders[0]?.stage : null;
    if (!stage) return [];
    const { factsVersion } = record;
    const summary = { id: newId('document'), contentHash: crypto.randomUUID() };
    return take({ kind: 'summary_made', stage, summary, factsVersion });
  }

  /** Moves the case's clock forward. */
  function pass(days: number): void {
    aheadMs += days * 86_400_000;
  }

  /** Returns what `take` returns if all members of the organization get this email. */
  const told = (kind: string) => [`${kind} ${member}`, `${kind} ${owner}`];

  return { scope, caseId, owner, member, told, take, change, summarize, pass, record: () => record };
}

interface Start {
  mode?: Mode;
  facts?: CaseFacts;
  /** Runs before the case is created. */
  prepare?: (owner: string) => Promise<void>;
}

async function addUser(
  { prisma }: TestStore,
  user: { organizationId: string; role: string; erasedAt?: Date },
): Promise<string> {
  const email = `${user.role}-${crypto.randomUUID()}@example.com`;
  await prisma.user.create({ data: { id: newId('user'), email, emailKey: email, ...user } });
  return email;
}

export { addAttorney } from './attorneys.ts';

const submission = {
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
  reviewDelayMs: 30_000,
} as const;

const operator = { operator: 'robin' } as const;
const service = { ...operator, kind: 'record_service', method: 'personal' } as const;

/** Builds commands for a live case. */
export const commands = {
  submit: (factsVersion = 1): Command => ({
    kind: 'submit',
    attorneyLapsed: false,
    submission: { ...submission, factsVersion },
  }),
  engage: (attorneyId: string): Command => ({ kind: 'engage', attorneyId }),
  assign: (attorneyId: string): Command => ({
    ...operator,
    kind: 'assign',
    attorneyId,
    eligible: true,
    asksFirst: false,
  }),
  review: (record: CaseRecord, decision: 'approve' | 'reject' | 'request_changes'): Command => ({
    kind: 'review',
    attorneyId: record.attorneyId ?? '',
    eligible: true,
    decision,
    documentHashes: hashesOf(record),
    otherHashes: hashesOf(record),
  }),
  outcome: (record: CaseRecord, outcome: Extract<Command, { kind: 'outcome' }>['outcome']): Command => ({
    kind: 'outcome',
    attorneyId: record.attorneyId ?? '',
    eligible: true,
    outcome,
  }),
  attach: (as: 'notice' | 'filing'): Command => ({
    ...operator,
    kind: 'attach',
    as,
    document: {
      id: newId('document'),
      filename: `${as}.pdf`,
      contentHash: crypto.randomUUID(),
      contentType: 'application/pdf',
      sizeBytes: 1,
    },
    replaces: [],
    replacesAttached: true,
  }),
  send: (stage: 'notice' | 'summons'): Command => ({
    ...service,
    stage,
    status: 'pending',
    date: null,
    expires: null,
  }),
  served: (stage: 'notice' | 'summons', date = day(0)): Command => ({
    ...service,
    stage,
    status: 'served',
    date,
    expires: stage === 'notice' ? day(periodDays) : null,
    ...(stage === 'notice' && { citation: 'Md. Code, Real Prop. § 8-401' }),
  }),
  file: (status: 'submitted' | 'accepted'): Command => ({
    ...operator,
    kind: 'record_filing',
    status,
  }),
  operate: (kind: 'hold' | 'resume' | 'confirm_withdrawal' | 'cure' | 'expire_notice' | 'retry_step') =>
    ({ ...operator, kind }) as Command,
  hearing: (record: CaseRecord, date: string): Command => commands.outcome(record, { type: 'hearing_scheduled', date }),
  fail: (step: 'engage_attorney' | 'render_documents', errorClass = 'Error'): Command => ({
    kind: 'step_failed',
    step,
    errorClass,
  }),
  customer: (kind: 'withdraw' | 'report_cure'): Command => ({ kind }),
};

const periodDays = 3;

function hashesOf({ summaries, stageDocuments }: CaseRecord): string[] {
  const documents = [...Object.values(summaries), ...Object.values(stageDocuments).flat()];
  return documents.flatMap((document) => document?.contentHash ?? []);
}

/** Starts a live case that this attorney reviews. */
export async function inReview(store: TestStore, attorneyId: string, start: Start = {}): Promise<MailedCase> {
  const mailed = await startCase(store, start);
  await mailed.take(commands.submit());
  await mailed.take(commands.engage(attorneyId));
  await mailed.summarize();
  return mailed;
}

/** Takes a case from the review of the notice into its notice period. */
export async function toNoticePeriod({ take, record }: MailedCase): Promise<void> {
  await take(commands.attach('notice'));
  await take(commands.review(record(), 'approve'));
  await take(commands.send('notice'));
  await take(commands.served('notice'));
}

/** Takes a case from the notice period to the court's acceptance of the filing. */
export async function toCourt({ take, summarize, pass, record }: MailedCase): Promise<void> {
  pass(periodDays + 2);
  await take(commands.operate('expire_notice'));
  await summarize();
  await take(commands.attach('filing'));
  await take(commands.review(record(), 'approve'));
  await take(commands.file('submitted'));
  await take(commands.file('accepted'));
}

/** Makes the worker send every recorded email. */
export async function startMails({ store }: Pick<TestStack, 'store'>): Promise<void> {
  await wakeOutbox(store, 'mail');
}

/** Waits until every recorded email, or every one about this case, is sent or dropped. */
export async function mailsSettled({ store }: Pick<TestStack, 'store'>, caseId?: string): Promise<void> {
  const waiting = {
    sentAt: null,
    OR: [{ failure: null }, { failure: { not: 'dropped' } }],
    ...(caseId !== undefined && { payload: { path: ['caseId'], equals: caseId } }),
  };
  await expect.poll(() => store.prisma.mail.count({ where: waiting })).toBe(0);
}
