import { randomUUID } from 'node:crypto';
import { createAttorney } from '@evict/store/attorneys';
import { expect, test } from 'vitest';
import { marylandFacts } from '../support/live.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { opsFor } from '../support/ops.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack, send } = service;
const { prisma } = stack.store;
const ops = opsFor(stack);
const live = liveWorld(service);

test('a new attorney gets a token that works at once, and the operator who added them is recorded', async () => {
  const email = newEmail();
  const added = await ops.json(...add({ email }), '--verified');
  expect(added).toEqual({ id: expect.stringMatching(/^usr_/), token: expect.stringMatching(/^eut_/) });
  expect((await queue(added.token)).status).toBe(200);
  const [listed] = (await ops.json('attorney', 'list')).items.filter(({ id }: { id: string }) => id === added.id);
  expect(listed).toMatchObject({
    name: 'Alex Counsel',
    email,
    verified: true,
    barNumber: '1234567890',
    licensedStates: ['DE', 'WY'],
    tokens: [{ lastFour: added.token.slice(-4), revokedAt: null }],
  });
  expect(await ops.recorded(added.id)).toEqual(['robin: attorney add done']);
  expect(await ops.refused(...add({ email: email.toUpperCase() }))).toBe('email_taken');
  expect(
    await prisma.operatorAction.findFirst({ where: { outcome: 'email_taken' }, orderBy: { createdAt: 'desc' } }),
  ).toMatchObject({
    operator: 'robin',
    command: 'attorney add',
    subject: null,
  });
});

test('a token can be revoked by its id or its secret, and all tokens of an attorney can be revoked at once', async () => {
  const { id, token } = await ops.json(...add());
  const second = await ops.json('attorney', 'token', id);
  const [third, fourth] = [await ops.json('attorney', 'token', id), await ops.json('attorney', 'token', id)];
  expect(await ops.json('attorney', 'revoke-token', second.tokenId)).toEqual({ revoked: [second.tokenId] });
  expect(await ops.json('attorney', 'revoke-token', third.token)).toEqual({ revoked: [third.tokenId] });
  await expectRefusal(queue(second.token), 401, 'unauthenticated');
  await expectRefusal(queue(third.token), 401, 'unauthenticated');
  expect((await queue(token)).status).toBe(200);
  expect((await ops.json('attorney', 'revoke-token', id)).revoked).toHaveLength(2);
  await expectRefusal(queue(token), 401, 'unauthenticated');
  await expectRefusal(queue(fourth.token), 401, 'unauthenticated');
  expect(await ops.refused('attorney', 'revoke-token', third.token)).toBe('not_found');
  expect(await ops.recorded(third.tokenId)).toEqual(['robin: attorney revoke-token done']);
  expect(JSON.stringify(await prisma.operatorAction.findMany())).not.toContain('eut_');
});

test('every attorney command refuses an unknown attorney id', async () => {
  const id = `usr_${randomUUID()}`;
  for (const rest of [
    ['verify', id],
    ['license', id, '--states', 'MD'],
    ['token', id],
    ['revoke-token', id],
  ]) {
    expect(await ops.refused('attorney', ...rest)).toBe('not_found');
  }
});

// No other test has a case in these states.
test('a waiting case gets an attorney as soon as one is verified or licensed in its state', async () => {
  const person = { name: 'Alex', email: newEmail(), barNumber: '1', states: ['WV'], verified: false };
  const id = (await createAttorney(stack.store, person)) ?? '';
  const inWestVirginia = await waiting('WV');
  const inRhodeIsland = await waiting('RI');
  expect(await ops.json('attorney', 'verify', id)).toMatchObject({
    verified: true,
    retried: [inWestVirginia.id],
    notRetried: [],
  });
  await reaches(inWestVirginia.customer, inWestVirginia.id, 'notice_review');
  expect(await ops.json('attorney', 'license', id, '--states', 'wv,ri,ut')).toMatchObject({
    licensedStates: ['RI', 'UT', 'WV'],
    retried: [inRhodeIsland.id],
    lapsedCases: [],
  });
  await reaches(inRhodeIsland.customer, inRhodeIsland.id, 'notice_review');
  expect(await ops.recorded(id)).toEqual(['robin: attorney verify done', 'robin: attorney license done']);
  expect(await ops.json('attorney', 'verify', id, '--off')).toEqual({
    id,
    verified: false,
    licensedStates: ['RI', 'UT', 'WV'],
    retried: [],
    notRetried: [],
    lapsedCases: [inRhodeIsland.id, inWestVirginia.id],
  });
});

test('an operator who removes a license is told which cases need another attorney, and can list these cases later', async () => {
  const person = { name: 'Alex', email: newEmail(), barNumber: '1', states: ['IA', 'KS'], verified: true };
  const id = (await createAttorney(stack.store, person)) ?? '';
  const factsIn = (state: string) => marylandFacts({ property: { ...marylandFacts().property, state } });
  const [inIowa, inKansas] = [await live.inReview(factsIn('IA')), await live.inReview(factsIn('KS'))];
  const listed = async () => {
    const { items } = await ops.json('case', 'list', '--lapsed', '--attorney', id);
    return items.map((one: { id: string }) => one.id);
  };
  expect(await listed()).toEqual([]);
  expect((await ops.json('attorney', 'license', id, '--states', 'KS')).lapsedCases).toEqual([inIowa.id]);
  expect(await listed()).toEqual([inIowa.id]);
  expect((await ops.json('attorney', 'verify', id, '--off')).lapsedCases).toEqual([inKansas.id, inIowa.id]);
  const other = (await createAttorney(stack.store, { ...person, email: newEmail() })) ?? '';
  await ops.json('case', 'assign', inIowa.id, '--attorney', other);
  expect(await listed()).toEqual([inKansas.id]);
});

/** Submits a case in a state where no attorney is eligible, and waits until the first search has failed. */
async function waiting(state: string) {
  const given = await live.submitted(marylandFacts({ property: { ...marylandFacts().property, state } }));
  await expect
    .poll(async () => (await prisma.case.findUniqueOrThrow({ where: { id: given.id } })).failedStep)
    .toBe('engage_attorney');
  return given;
}

function add({ email = newEmail() } = {}): string[] {
  const who = ['--name', 'Alex Counsel', '--email', email, '--bar', '1234567890'];
  return ['attorney', 'add', ...who, '--states', 'WY,DE'];
}

function newEmail(): string {
  return `attorney-${randomUUID()}@example.com`;
}

function queue(credential: string) {
  return send('GET', '/v1/attorney/queue', { credential });
}

test('a token can be given an expiry in days or as a date, and is refused once it has expired', async () => {
  const { id } = await ops.json(...add());
  const inDays = await ops.json('attorney', 'token', id, '--expires', '1');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const byDay = await ops.json('attorney', 'token', id, '--expires', tomorrow);
  const statusOf = async (credential: string) => (await queue(credential)).status;
  expect([await statusOf(inDays.token), await statusOf(byDay.token)]).toEqual([200, 200]);
  const { rows } = await stack.store.pool.query(
    `SELECT "expiresAt" > now() + interval '23 hours' AND "expiresAt" <= now() + interval '1 day' AS ok,
      extract(epoch FROM "expiresAt")::bigint % 86400 = 0 AS midnight
      FROM "AttorneyToken" WHERE id = ANY ($1) ORDER BY id = $2 DESC`,
    [[inDays.tokenId, byDay.tokenId], inDays.tokenId],
  );
  expect([rows[0]?.ok, rows[1]?.midnight]).toEqual([true, true]);
  await stack.store.pool.query(`UPDATE "AttorneyToken" SET "expiresAt" = now() WHERE id = $1`, [inDays.tokenId]);
  await expectRefusal(queue(inDays.token), 401, 'unauthenticated');
  expect(await statusOf(byDay.token)).toBe(200);
  for (const wrong of ['0', '-1', '10000', 'soon', '2026-02-30', '2020-01-01'])
    expect((await ops.run(['attorney', 'token', id, `--expires=${wrong}`, '--operator', 'robin'])).code).toBe(2);
});
