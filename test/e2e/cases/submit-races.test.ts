import { findCase } from '@evict/store/cases';
import { writeCommand } from '@evict/store/commands';
import { loadForDecision } from '@evict/store/decisions';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { command } from '../support/operate.ts';
import { expectRefusal } from '../support/refusals.ts';
import { advanceCase, seedDraft } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const { stack, signUp } = await startService();
const customer = await signUp();

test('only one of several concurrent submits takes effect, and it creates one event and one notice', async () => {
  const { id } = await customer.create(buildFacts());
  const responses = await Promise.all(Array.from({ length: 10 }, () => customer.act(id, 'submit')));
  const refused = responses.filter(({ status }) => status !== 200);
  expect(responses.length - refused.length).toBe(1);
  for (const { status, body } of refused) expect([status, body.error.code]).toEqual([409, 'invalid_transition']);
  expect((await customer.events(id)).map(({ action }) => action)).toEqual(['submit']);
  expect((await customer.read(id)).documents.length).toBe(1);
});

test('if a submit and a withdrawal run at the same time, the case ends up withdrawn, whether or not it was submitted first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await customer.create(buildFacts());
    const [submitted, withdrawn] = await Promise.all([customer.act(id, 'submit'), customer.act(id, 'withdraw')]);
    expect(withdrawn.status).toBe(200);
    const actions = (await customer.events(id)).map(({ action }) => action);
    expect(actions).toEqual(submitted.status === 200 ? ['submit', 'withdraw'] : ['withdraw']);
    if (submitted.status !== 200) expect(submitted.body.error.code).toBe('invalid_transition');
    expect((await customer.read(id)).state).toBe('withdrawn');
  }
});

test('if facts change while a case is submitted, they are frozen as they were before or after the change, never partly changed', async () => {
  const change = { amountOwedCents: 80_000, freeText: 'second' };
  for (let reads = 0; reads < 6; reads += 1) {
    const { id } = await customer.create(buildFacts({ amountOwedCents: 90_000, freeText: 'first' }));
    const patch = () => customer.send('PATCH', `/v1/cases/${id}`, { body: change });
    // Each round sends the change a little later during the submit.
    const patchAfterReads = async () => {
      for (let read = 0; read < reads; read += 1) await customer.read(id);
      return patch();
    };
    const [submitted, patched] = await Promise.all([customer.submit(id), patchAfterReads()]);
    const { data } = await customer.read(id);
    if (patched.status === 200) {
      expect(data).toMatchObject(change);
    } else {
      expect([patched.status, patched.body.error.code]).toEqual([409, 'invalid_state']);
      expect(data).toMatchObject({ amountOwedCents: 90_000, freeText: 'first' });
    }
    // The amount in the reason shows that the frozen gates checked the frozen facts.
    const { results } = await customer.validate(id);
    expect(results).toEqual(submitted.gates);
    const balance = results.find(({ gate }) => gate === 'ledger_balance');
    expect(balance?.reason).toContain(patched.status === 200 ? '$800.00' : '$900.00');
    await expectRefusal(patch(), 409, 'invalid_state');
    expect((await customer.events(id)).map(({ action }) => action)).toEqual(['submit']);
  }
});

test('if a change that makes a gate fail runs at the same time as a submit, either the case stays a draft or the earlier, valid facts are frozen', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await customer.create(buildFacts());
    const broken = { amountOwedCents: 100_001 };
    const [patched, submitted] = await Promise.all([
      customer.send('PATCH', `/v1/cases/${id}`, { body: broken }),
      customer.act(id, 'submit'),
    ]);
    const after = await customer.read(id);
    if (submitted.status === 200) {
      expect([patched.status, after.state, after.data.amountOwedCents]).toEqual([409, 'notice_review', 100_000]);
    } else {
      expect([submitted.status, submitted.body.error.code]).toEqual([422, 'gates_failed']);
      expect(submitted.body.error.details.passed).toBe(false);
      expect([patched.status, after.state, after.data.amountOwedCents]).toEqual([200, 'draft', 100_001]);
      expect(await customer.events(id)).toEqual([]);
    }
  }
});

test('if an upload and a submit run at the same time, the case has the document if and only if the upload was accepted', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await customer.create(buildFacts());
    const [uploaded, { case: submitted }] = await Promise.all([
      customer.tryUpload(id, { filename: 'late.pdf', bytes: pdf('late') }),
      customer.submit(id),
    ]);
    const evidence = (await customer.read(id)).documents.filter(({ kind }) => kind === 'evidence');
    if (uploaded.status === 201) {
      expect(evidence.map((document) => document.id)).toEqual([uploaded.body.id]);
    } else {
      expect([uploaded.status, uploaded.body.error.code]).toEqual([409, 'invalid_state']);
      expect(evidence).toEqual([]);
    }
    expect(submitted.state).toBe('notice_review');
  }
});

test('concurrent changes to a draft are never mixed: each is applied completely', async () => {
  const { id } = await customer.create(buildFacts());
  const changes = Array.from({ length: 10 }, (_, index) => ({
    amountOwedCents: 1000 + index,
    freeText: `change ${index}`,
  }));
  await Promise.all(changes.map((change) => customer.edit(id, change)));
  const { amountOwedCents, freeText } = (await customer.read(id)).data;
  expect(changes).toContainEqual({ amountOwedCents, freeText });
});

test('a submit that waited behind a refused one sees the corrected draft, and starts the case', async () => {
  const ref = await seedDraft(stack, { amountOwedCents: 100_001 });
  await stack.stopWorker();
  const first = command(stack, ref, { kind: 'submit' });
  await expect.poll(() => isRunning(ref.caseId)).toBe(true);
  const second = command(stack, ref, { kind: 'submit' });
  // The customer corrects the draft after it was read for the first submit and before it is read for the second.
  let cases = await lockCases();
  await stack.startWorker();
  for (let isDraftRead = false; !isDraftRead;) {
    isDraftRead = (await statementInWait()).includes('AS materials');
    cases = await letOneThrough(cases);
  }
  await cases.query(`UPDATE "Case" SET facts = jsonb_set(facts, '{amountOwedCents}', '100000') WHERE state = 'draft'`);
  await cases.release();

  expect(await first).toEqual({ ok: false, code: 'gates_failed' });
  expect(await second).toEqual({ ok: true });
  expect(await isRunning(ref.caseId)).toBe(true);
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect((await findCase(stack.store, ref, ref.caseId))?.state).toBe('notice_sent');
});

test('if a draft changes while it is being loaded for a submit, it is loaded again', async () => {
  const { caseId } = await seedDraft(stack);
  const id = crypto.randomUUID();
  const author = { author: 'customer', authorId: 'usr_test' } as const;
  await writeCommand(stack.store, { id, caseId, ...author, body: { kind: 'submit' } });
  const cases = await lockCases();
  const loading = loadForDecision(stack.store, caseId, id);
  const between = await letOneThrough(cases);
  await between.query(
    `UPDATE "Case" SET facts = jsonb_set(facts, '{freeText}', '"later"'), "factsVersion" = "factsVersion" + 1
      WHERE id = '${caseId}'`,
  );
  await between.release();
  const found = (await loading) ?? expect.unreachable('it is there');
  const { factsVersion } = await stack.store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  expect([found.factsVersion, found.record.factsVersion]).toEqual([factsVersion, factsVersion]);
  expect(found.command?.materials.draft?.facts.freeText).toBe('later');
});

/** Locks the `Case` table against reads and writes until the lock is released. */
async function lockCases() {
  const client = await stack.store.pool.connect();
  await client.query('BEGIN; LOCK TABLE "Case" IN ACCESS EXCLUSIVE MODE');
  const release = async () => {
    await client.query('COMMIT');
    client.release();
  };
  return { query: (text: string) => client.query(text), release };
}

/** Lets one waiting statement pass, and then locks the table again. */
async function letOneThrough(held: Awaited<ReturnType<typeof lockCases>>) {
  await statementInWait();
  const next = lockCases();
  await expect.poll(async () => (await inWait()).some((text) => text.includes('LOCK TABLE'))).toBe(true);
  await held.release();
  return next;
}

/** Waits until a statement waits for the lock, and returns its SQL. */
async function statementInWait(): Promise<string> {
  await expect.poll(async () => (await inWait()).length).toBeGreaterThan(0);
  const [text = ''] = await inWait();
  return text;
}

/** Returns the SQL of all statements that wait for the lock. */
async function inWait(): Promise<string[]> {
  const { rows } = await stack.store.pool.query<{ query: string }>(
    `SELECT a.query FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND l.relation = '"Case"'::regclass`,
  );
  return rows.map(({ query }) => query);
}

async function isRunning(caseId: string): Promise<boolean> {
  const found = await stack.client.workflow
    .getHandle(caseId)
    .describe()
    .catch(() => null);
  return found?.status.name === 'RUNNING';
}
