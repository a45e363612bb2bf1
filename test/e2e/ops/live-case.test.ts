import { endNoticePeriod } from '@evict/local';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Note } from '@evict/contract';
import { sha256Hex } from '@evict/store/bytes';
import { eicar, startTestClamd } from '@evict/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { newAttorney } from '../support/attorneys.ts';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { approve, liveWorld, reaches } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { opsFor } from '../support/ops.ts';
import { sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { stack, signUp } = service;
const { prisma } = stack.store;
const ops = opsFor(stack);
const { inReview, summaryInReview, submitted } = liveWorld(service);
const avery = await newAttorney(service, { licenses: ['MD'] });
const property = marylandFacts().property;
const folder = await mkdtemp(join(tmpdir(), 'ops-'));
afterAll(() => rm(folder, { recursive: true }));
/** A case under review, for the tests that leave it in this state. */
const reviewed = await summaryInReview();

test('operators can take a live case from its notice to the writ, even if a filing is rejected and has to be corrected', async () => {
  const { customer, id, ref } = await summaryInReview();
  const ask = (command: string, ...rest: string[]) => ops.json('case', command, id, ...rest);
  const notice = await file('notice.pdf', pdf('Notice to quit'));
  const attached = await ask('attach', '--kind', 'notice', '--file', notice);
  expect(attached).toMatchObject({
    id,
    state: 'notice_review',
    document: { kind: 'notice', contentHash: sha256Hex(pdf('Notice to quit')) },
    replaces: [],
  });
  await approve(avery, id);
  const record = (...rest: string[]) => ask('record-service', '--stage', 'notice', '--method', 'personal', ...rest);
  expect(await record('--status', 'pending')).toMatchObject({ state: 'notice_sent' });
  const reported = ['--date', day(0), '--expires', day(13), '--citation', 'Md. Code, Real Prop. § 8-401'];
  expect(await record('--status', 'served', ...reported)).toMatchObject({ state: 'cure_period' });
  expect((await customer.read(id)).deadlines).toEqual([
    { name: 'notice_expires', date: day(13), citation: 'Md. Code, Real Prop. § 8-401' },
  ]);
  const attempt = (await avery.read(id)).serviceAttempts[0]?.id ?? '';
  await ask('correct-service', attempt, '--expires', day(15), '--reason', 'Counted from the wrong day.');
  expect((await customer.read(id)).deadlines).toMatchObject([{ date: day(15), citation: reported.at(-1) }]);
  expect(await ops.refused('case', 'expire-notice', id)).toBe('guard_failed');
  await endNoticePeriod(stack, ref);
  await reaches(customer, id, 'filing_review');
  // The approval is refused until the new summary is ready, which takes seconds.
  await expect.poll(() => approve(avery, id).then(() => 'approved', String), { interval: 500 }).toBe('approved');
  expect(await ops.refused('case', 'record-filing', id, '--status', 'submitted')).toBe('guard_failed');
  await ask('attach', '--kind', 'filing', '--file', await file('first.pdf', pdf('Complaint')));
  await approve(avery, id);
  await ask('record-filing', '--status', 'submitted', '--envelope', 'ENV-1');
  const said = ['--rejection', 'party_name:Not that of the deed: see page 2', '--rejection', 'fee:$5 short'];
  expect(await ask('record-filing', '--status', 'rejected', ...said)).toMatchObject({ state: 'filing_rejected' });
  await ask('attach', '--kind', 'filing', '--file', await file('complaint.pdf', pdf('Corrected')));
  expect(await ask('rework-filing')).toMatchObject({ state: 'filing_review' });
  expect(await ops.refused('case', 'record-filing', id, '--status', 'submitted')).toBe('guard_failed');
  await approve(avery, id);
  await ask('record-filing', '--status', 'submitted', '--envelope', 'ENV-2');
  const accepted = await ask('record-filing', '--status', 'accepted', '--case-number', 'D-06-CV-26-001');
  expect(accepted).toMatchObject({ state: 'filing_accepted', heldFrom: null, attorneyId: avery.id });
  expect((await customer.read(id)).courtCaseNumber).toBe('D-06-CV-26-001');
  expect((await avery.read(id)).filings).toMatchObject([
    {
      status: 'rejected',
      envelopeId: 'ENV-1',
      rejectionReasons: [
        { code: 'party_name', description: 'Not that of the deed: see page 2' },
        { code: 'fee', description: '$5 short' },
      ],
    },
    { status: 'accepted', envelopeId: 'ENV-2', courtCaseNumber: 'D-06-CV-26-001' },
  ]);
  expect((await ops.recorded(id)).slice(-3)).toEqual([
    'robin: case record-filing guard_failed',
    'robin: case record-filing done',
    'robin: case record-filing done',
  ]);
  const filing = (await avery.read(id)).filings.at(-1)?.id ?? '';
  await ask('correct-filing', filing, '--envelope', 'ENV-3', '--reason', 'Misread.');
  expect((await avery.read(id)).filings.at(-1)).toMatchObject({ envelopeId: 'ENV-3' });

  await ask('record-hearing', '--date', day(20), '--on-word-of', 'court', '--reason', 'The clerk has called.');
  const facts = ['--outcome', 'plaintiff', '--date', day(0), '--manner', 'default', '--amount-cents', '140000'];
  expect(await ask('record-judgment', ...facts)).toMatchObject({ state: 'judgment_entered' });
  expect((await customer.read(id)).data.progress.judgment).toEqual({
    outcome: 'plaintiff',
    date: day(0),
    manner: 'default',
    amountCents: 140000,
  });
  expect(await ops.refused('case', 'record-writ', id, '--status', 'issued')).toBe('invalid_transition');
  expect(await ask('record-writ', '--status', 'requested')).toMatchObject({ state: 'writ_requested' });
  expect(await ask('record-writ', '--status', 'issued')).toMatchObject({ state: 'writ_issued' });
  await customer.withdraw(id);
  expect(await ops.refused('case', 'close', id)).toBe('guard_failed');
  const { events } = await avery.read(id);
  const outcomes = events.filter(
    ({ action, detail }) => action === 'operator_action' && (detail as { command?: string }).command === 'outcome',
  );
  expect(outcomes.map(({ detail }) => detail)).toEqual([
    { operator: 'robin', command: 'outcome', onWordOf: 'court', reason: 'The clerk has called.' },
    ...Array.from({ length: 3 }, () => ({ operator: 'robin', command: 'outcome', onWordOf: 'attorney' })),
  ]);
  await expectNowhereInTemporal(ref.caseId, 'The clerk has called.');
});

test("operators can record the court's dismissal date when they close a case, but only after a filing", async () => {
  const { customer, id } = await summaryInReview(holdoverFiling({ property }), filingEvidence);
  const dismissed = ['--dismissed-on', day(0)];
  expect(await ops.refused('case', 'close', id, ...dismissed)).toBe('guard_failed');
  await ops.json('case', 'attach', id, '--kind', 'filing', '--file', await file('closed.pdf', pdf('Complaint')));
  await approve(avery, id);
  await ops.json('case', 'record-filing', id, '--status', 'submitted', '--reason', 'By courier.');
  expect(await ops.json('case', 'close', id, ...dismissed, '--on-word-of', 'court')).toMatchObject({ state: 'closed' });
  expect((await customer.read(id)).nextAction.description).toContain(day(0));
});

describe('an operator', () => {
  test('can hold, reassign and resume a case and confirm its withdrawal, and each command is recorded with the operator and any reason', async () => {
    await newAttorney(service, { licenses: ['NV'] });
    const { customer, id, ref } = await summaryInReview(marylandFacts({ property: { ...property, state: 'NV' } }));
    const other = await newAttorney(service, { licenses: ['NV', 'DC'] });
    expect(await ops.json('case', 'hold', id, '--reason', 'The file is unclear.')).toMatchObject({
      state: 'on_hold',
      heldFrom: 'notice_review',
      nextAction: { by: 'platform' },
    });
    expect(await ops.json('case', 'assign', id, '--attorney', other.id)).toMatchObject({ attorneyId: other.id });
    expect(await ops.json('case', 'resume', id)).toMatchObject({ state: 'notice_review' });
    expect(await ops.refused('case', 'withdraw', id)).toBe('guard_failed');
    await customer.withdraw(id);
    expect(await ops.json('case', 'withdraw', id)).toMatchObject({ state: 'withdrawn' });
    expect(await ops.refused('case', 'hold', id)).toBe('invalid_transition');
    const { events } = await other.read(id);
    const actions = events.filter(({ action }) => action === 'operator_action').map(({ detail }) => detail);
    expect(actions).toEqual([
      { operator: 'robin', command: 'hold', reason: 'The file is unclear.' },
      { operator: 'robin', command: 'assign' },
      { operator: 'robin', command: 'resume' },
      { operator: 'robin', command: 'confirm_withdrawal' },
    ]);
    await expectNowhereInTemporal(ref.caseId, 'The file is unclear.');
  });

  test('can record a failed service and a cure, and retry a failed step', async () => {
    const { id } = await inReview();
    await approve(avery, id);
    expect(await ops.refused('case', 'cure', id)).toBe('invalid_transition');
    const sent = ['--stage', 'notice', '--status', 'pending', '--method', 'posting'];
    await ops.json('case', 'record-service', id, ...sent);
    const failed = ['--stage', 'notice', '--status', 'failed', '--method', 'posting', '--reason', 'A dog.'];
    await ops.json('case', 'record-service', id, ...failed);
    expect((await avery.read(id)).serviceAttempts).toMatchObject([{ status: 'failed', failureReason: 'A dog.' }]);
    expect(await ops.json('case', 'cure', id)).toMatchObject({ state: 'resolved', nextAction: { by: 'none' } });

    const inAlaska = marylandFacts({ property: { ...property, state: 'AK' } });
    const waiting = await submitted(inAlaska);
    const failedStep = async () => (await prisma.case.findUniqueOrThrow({ where: { id: waiting.id } })).failedStep;
    await expect.poll(failedStep).toBe('engage_attorney');
    expect((await ops.json('case', 'show', waiting.id)).failedStep).toBe('engage_attorney');
    expect(await ops.json('case', 'retry-step', waiting.id)).toMatchObject({ state: 'submitted' });
  });

  test('can write a note on a live case, and the customer is emailed about it', async () => {
    const { customer, id } = await submitted();
    const written = await ops.json('case', 'note', id, '--body', 'We need the ledger.');
    const { items } = (await customer.send('GET', `/v1/cases/${id}/notes`)).body as { items: Note[] };
    expect(items).toEqual([
      {
        id: written.id,
        author: 'service',
        writtenBy: 'platform',
        authorId: null,
        body: 'We need the ledger.',
        createdAt: written.createdAt,
      },
    ]);
    const event = await prisma.caseEvent.findFirst({ where: { caseId: id, action: 'operator_action' } });
    expect(event).toMatchObject({ sequence: null, internal: true, detail: { operator: 'robin', command: 'note' } });
    const owner = await prisma.user.findFirstOrThrow({ where: { organization: { cases: { some: { id } } } } });
    const mails = await stack.delivery?.mailbox.waitForMails(owner.email, 1, /message/);
    expect(mails?.some(({ text }) => text.includes(id))).toBe(true);
    const sandbox = await (await signUp()).submitted(buildFacts());
    expect(await ops.refused('case', 'note', sandbox.id, '--body', 'x')).toBe('attorney_direct_only');
  });
});

describe('the command "case attach"', () => {
  test('replaces only an attachment of the same kind and filename', async () => {
    const { id } = await summaryInReview(holdoverFiling({ property }), filingEvidence);
    const first = await ops.json('case', 'attach', id, '--kind', 'filing', '--file', await file('a.pdf', pdf('1')));
    const other = await ops.json('case', 'attach', id, '--kind', 'proof', '--file', await file('a.pdf', pdf('2')));
    const again = await ops.json('case', 'attach', id, '--kind', 'filing', '--file', await file('a.pdf', pdf('3')));
    expect([first.replaces, other.replaces, again.replaces]).toEqual([[], [], [first.document.id]]);
    const shown = await ops.json('case', 'show', id);
    const attached = shown.documents.filter(({ kind }: { kind: string }) => kind !== 'evidence');
    expect(attached).toMatchObject([
      { id: first.document.id, superseded: true },
      { id: other.document.id, kind: 'proof', superseded: false },
      { id: again.document.id, kind: 'filing', contentHash: sha256Hex(pdf('3')), superseded: false },
    ]);
  });

  test('refuses an unsupported file type, a file over 10 MB, a missing file, and any file for a draft', async () => {
    const { customer, id } = reviewed;
    const refused = async (kind: string, path: string) =>
      ops.refused('case', 'attach', id, '--kind', kind, '--file', path);
    expect(await refused('notice', await file('notice.pdf', Buffer.from('<html>')))).toBe('unsupported_media_type');
    const large = await file('large.pdf', pdf(''));
    await truncate(large, 10 * 1024 * 1024 + 1);
    expect(await refused('notice', large)).toBe('payload_too_large');
    const missing = await ops.run(['case', 'attach', id, '--kind', 'notice', '--file', join(folder, 'none.pdf')]);
    expect([missing.code, missing.stderr.split('\n')[0]]).toEqual([2, '--file: Cannot be read (ENOENT).']);
    const draft = await customer.create(marylandFacts());
    const proof = ['--kind', 'proof', '--file', await file('proof.pdf', pdf(''))];
    expect(await ops.refused('case', 'attach', draft.id, ...proof)).toBe('invalid_transition');
  });
});

test('an attachment is refused if it is infected, or if the virus scanner returns no result for it', async () => {
  const clamd = await startTestClamd();
  try {
    const { id } = reviewed;
    const blobs = await prisma.blob.count({ where: { caseId: id } });
    const scanning = opsFor(stack, { CLAMD_SOCKET: clamd.address });
    const attach = async (...bytes: Uint8Array[]) => {
      const path = await file('n.pdf', Buffer.concat([pdf('Notice'), ...bytes]));
      return ['case', 'attach', id, '--kind', 'notice', '--file', path];
    };
    expect(await scanning.refused(...(await attach(Buffer.from(eicar))))).toBe('invalid_request');
    clamd.answerWith(() => '');
    const unscanned = await scanning.run([...(await attach()), '--operator', 'robin']);
    expect(unscanned).toEqual({
      code: 3,
      stdout: '',
      stderr: 'unreachable: The virus scanner did not return a result. Try again.\n',
    });
    expect(await prisma.blob.count({ where: { caseId: id } })).toBe(blobs);
    clamd.answerWith(() => 'stream: OK');
    expect(await scanning.json(...(await attach()))).toMatchObject({ document: { kind: 'notice' } });
  } finally {
    await clamd.stop();
  }
});

test('a view of tenant data with the command "case show" needs an explicit option, is recorded and listed in the history, and is listed by the command "case views" exactly once across its pages', async () => {
  const { id } = reviewed;
  await ops.json('case', 'note', id, '--body', 'Terry Example has called.');
  const secrets = /Terry Example|12 Sandbox Way|Sandbox Holdings/;
  const { stdout } = await ops.run(['case', 'show', id]);
  expect(stdout).not.toMatch(secrets);
  expect(stdout).toMatch(/^case: +case_/);
  expect(stdout).toMatch(/\nHistory\nTIME +BY +EVENT/);
  const plain = await ops.json('case', 'show', id);
  expect(JSON.stringify(plain)).not.toMatch(secrets);
  expect(plain).toMatchObject({ id, state: 'notice_review', attorney: { verified: true }, legalHold: false });
  const views = () => prisma.tenantDataView.findMany({ where: { caseId: id } });
  expect(await views()).toEqual([]);
  const whole = await ops.json('case', 'show', id, '--tenant-data');
  expect(whole.facts.parties[1].name).toBe('Terry Example');
  expect(whole.notes).toMatchObject([{ body: 'Terry Example has called.' }]);
  expect(await views()).toMatchObject([{ actorType: 'platform', actor: 'robin', what: 'case' }]);
  expect(whole.events).toContainEqual(
    expect.objectContaining({ action: 'tenant_data_viewed', detail: { what: 'case', operator: 'robin' } }),
  );

  for (let read = 1; read < 3; read += 1) await ops.json('case', 'show', id, '--tenant-data');
  const all = await ops.json('case', 'views', id);
  expect(all).toMatchObject({ nextCursor: null, items: Array.from({ length: 3 }, () => ({ actor: 'robin' })) });
  const first = await ops.json('case', 'views', id, '--limit', '2');
  const second = await ops.json('case', 'views', id, '--limit', '2', '--cursor', first.nextCursor);
  expect([...first.items, ...second.items]).toEqual(all.items);
  expect(second.nextCursor).toBeNull();
  expect(await ops.refused('case', 'views', `case_${randomUUID()}`)).toBe('not_found');
});

test('a finished case is erased on request unless it is under legal hold, and accepts no commands afterwards', async () => {
  const { customer, id } = await submitted();
  expect(await ops.refused('case', 'erase', id)).toBe('not_finished');
  await customer.withdraw(id);
  if ((await customer.read(id)).state !== 'withdrawn') await ops.json('case', 'withdraw', id);
  expect(await ops.json('case', 'legal-hold', id, 'on')).toEqual({ id, legalHold: true });
  expect(await ops.refused('case', 'erase', id)).toBe('legal_hold');
  await ops.json('case', 'legal-hold', id, 'off');
  expect(await ops.json('case', 'erase', id, '--attorney-consent', 'By phone to Robin.')).toEqual({
    id,
    erasedAt: expect.any(String),
  });
  for (const rest of [
    ['erase', id],
    ['note', id, '--body', 'x'],
    ['legal-hold', id, 'on'],
    ['show', id, '--tenant-data'],
  ]) {
    expect(await ops.refused('case', ...rest)).toBe('erased');
  }
  expect(await ops.json('case', 'show', id)).toMatchObject({ erasedAt: expect.any(String), attention: [] });
  expect(await prisma.erasure.findUniqueOrThrow({ where: { subject: id } })).toMatchObject({ operator: 'robin' });
});

test("a live case can be erased in the first year after its end only with its attorney's consent or a sealing order", async () => {
  const [{ id: consented }, { id: sealed }] = [await summaryInReview(), await summaryInReview()];
  for (const id of [consented, sealed]) {
    await avery.report(id, { type: 'closed' });
    expect(await ops.refused('case', 'erase', id)).toBe('consent_required');
    expect(await ops.refused('case', 'erase', id, '--basis', 'owner-request')).toBe('consent_required');
  }
  await ops.json('case', 'erase', consented, '--attorney-consent', 'By phone to Robin', '--consent-date', day(-1));
  const order = ['--basis', 'sealing-order', '--order', 'Circuit Court, 2026-11-02'];
  await ops.json('case', 'erase', sealed, ...order);
  const attorneyConsent = { words: 'By phone to Robin', date: day(-1), attorneyId: avery.id };
  expect(await erasureOf(consented)).toEqual([
    { operator: 'robin', basis: 'owner_request', attorneyConsent },
    'owner_request',
  ]);
  expect(await erasureOf(sealed)).toEqual([
    { operator: 'robin', basis: 'sealing_order', order: order.at(-1) },
    'sealing_order',
  ]);
  expect(
    (await ops.run(['case', 'erase', sealed, '--order', 'x', '--consent-date', day(1), '--operator', 'robin'])).code,
  ).toBe(2);

  // After a year the attorney's consent is no longer needed.
  const { id: old } = await summaryInReview();
  await avery.report(old, { type: 'closed' });
  await stack.store.pool.query('ALTER TABLE "CaseEvent" DISABLE TRIGGER "append_only"');
  await stack.store.pool.query(
    `UPDATE "CaseEvent" SET "createdAt" = "createdAt" - interval '366 days' WHERE "caseId" = $1`,
    [old],
  );
  await stack.store.pool.query('ALTER TABLE "CaseEvent" ENABLE TRIGGER "append_only"');
  expect(await ops.json('case', 'erase', old)).toMatchObject({ id: old });
});

async function erasureOf(caseId: string) {
  const event = await prisma.caseEvent.findFirstOrThrow({ where: { caseId, action: 'erased' } });
  return [event.detail, (await prisma.erasure.findUniqueOrThrow({ where: { subject: caseId } })).basis];
}

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'file-')), name);
  await writeFile(path, bytes);
  return path;
}

async function expectNowhereInTemporal(workflowId: string, text: string): Promise<void> {
  const history = await stack.client.workflow.getHandle(workflowId).fetchHistory();
  expect(Buffer.from(JSON.stringify(history)).toString()).not.toContain(
    Buffer.from(text).toString('base64').slice(0, 20),
  );
}
