import { verify } from 'node:crypto';
import type { ApprovalSignature, Assertion, CommandBody } from '@evict/case-model';
import { writeCommand, writeSignedCommand } from '@evict/store/commands';
import { verifyCase } from '@evict/store/evidence';
import { hashOfKey } from '@evict/store/requests';
import { describe, expect, test } from 'vitest';
import { passkeyOf, sha256 } from '../support/authenticator.ts';
import { liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService, startService } from '../support/service.ts';

const service = await sharedService();
const demanding = await startService({ liveMode: true, requireSignedApprovals: true });
const { stack } = service;
const { store } = stack;

interface Signing {
  revision: number;
  challenge: string;
  rpId: string;
  credentials: { id: string; transports: string[] }[];
}

/** An attorney with a passkey and cases under review, in a state where no other attorney is licensed. */
async function engaged(state: string, of = service) {
  const world = liveWorld(of);
  const attorney = await world.attorney({ states: [state] });
  const passkey = await passkeyOf(of.stack.store, attorney.id);
  const next = async () => {
    const { id, customer, ref } = await world.inReview(factsIn(state));
    const { body } = await attorney.send('GET', `/v1/attorney/cases/${id}/review`);
    const documentHashes: string[] = body.documents.map((one: { contentHash: string }) => one.contentHash);
    const approve = (assertion?: Assertion, headers = {}) =>
      attorney.send('POST', `/v1/attorney/cases/${id}/reviews`, {
        body: { decision: 'approve', documentHashes, ...(assertion && { assertion }) },
        headers,
      });
    return { id, customer, ref, signing: body.signing as Signing, documentHashes, approve };
  };
  return { attorney, passkey, next };
}

/** The text that a passkey signs, as docs/attorneys.md describes it. */
const textOf = (id: string, stage: string, revision: number, hashes: readonly string[]) =>
  [
    'approval 1',
    `case ${id}`,
    `stage ${stage}`,
    `revision ${revision}`,
    ...hashes.toSorted().map((h) => `sha256 ${h}`),
    '',
  ].join('\n');

test("an approval's signature covers exactly the documents under review, and can be verified by anyone who has the history", async () => {
  const { attorney, passkey, next } = await engaged('VA');
  const { id, customer, signing, documentHashes, approve } = await next();
  expect(signing).toEqual({
    revision: expect.any(Number),
    challenge: sha256(textOf(id, 'notice', signing.revision, documentHashes)).toString('base64url'),
    rpId: 'www.example.com',
    credentials: [{ id: passkey.credentialId, transports: [] }],
  });
  expect((await approve(passkey.sign(signing.challenge))).body.state).toBe('notice_approved');
  const approved = (await customer.events(id)).find(({ action }) => action === 'approve_notice');
  expect(approved?.detail).toEqual({ signed: true });

  const { events } = await attorney.read(id);
  const { detail } = events.find(({ action }: { action: string }) => action === 'review_recorded');
  const { signature, documentHashes: named } = detail as { signature: ApprovalSignature; documentHashes: string[] };
  const clientData = Buffer.from(signature.clientDataJSON, 'base64url');
  const signed = Buffer.concat([Buffer.from(signature.authenticatorData, 'base64url'), sha256(clientData)]);
  expect(verify('sha256', signed, passkey.publicKey, Buffer.from(signature.signature, 'base64url'))).toBe(true);
  expect(JSON.parse(clientData.toString()).challenge).toBe(
    sha256(textOf(id, signature.stage, signature.revision, named)).toString('base64url'),
  );
  const verified = { signatures: 1, removedKeys: 0, faults: [] };
  expect(await verifyCase(stack, id)).toMatchObject(verified);

  // Replaces the public key under the same credential id.
  await store.pool.query('UPDATE "Passkey" SET "publicKey" = $2 WHERE "userId" = $1', [attorney.id, Buffer.alloc(77)]);
  const faults = [expect.stringContaining('is signed with a key that does not belong to its attorney')];
  expect(await verifyCase(stack, id)).toMatchObject({ signatures: 0, faults });
  await store.pool.query('DELETE FROM "Passkey" WHERE "userId" = $1', [attorney.id]);
  expect(await verifyCase(stack, id)).toMatchObject({ ...verified, removedKeys: 1 });
});

describe('a signature', async () => {
  const { attorney, passkey, next } = await engaged('OH');
  const other = await engaged('MI');
  const [one, another] = [await next(), await next()];
  const { challenge, revision } = one.signing;
  const flipped = ({ signature, ...rest }: Assertion) => {
    const bytes = Buffer.from(signature, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    return { ...rest, signature: bytes.toString('base64url') };
  };
  const challengeOf = (stage: string, number: number, hashes = one.documentHashes) =>
    sha256(textOf(one.id, stage, number, hashes)).toString('base64url');

  test.each<[string, () => Assertion]>([
    ['of another challenge', () => passkey.sign(Buffer.alloc(32, 7).toString('base64url'))],
    ['of another case', () => passkey.sign(another.signing.challenge)],
    ['of another stage', () => passkey.sign(challengeOf('filing', revision))],
    ['of an earlier revision', () => passkey.sign(challengeOf('notice', revision - 1))],
    ['of other documents', () => passkey.sign(challengeOf('notice', revision, one.documentHashes.slice(1)))],
    ["by another attorney's passkey", () => other.passkey.sign(challenge)],
    ['by an unknown passkey', () => ({ ...passkey.sign(challenge), credentialId: 'AAAA' })],
    ['for another website', () => passkey.sign(challenge, { origin: 'https://www.example.com.evil.example' })],
    ['for another host', () => passkey.sign(challenge, { rpId: 'example.com' })],
    ['without user verification', () => passkey.sign(challenge, { userVerified: false })],
    ['from the creation of a passkey', () => passkey.sign(challenge, { type: 'webauthn.create' })],
    ['that was altered', () => flipped(passkey.sign(challenge))],
  ])('%s is refused', async (_, assertion) => {
    await expectRefusal(one.approve(assertion()), 409, 'guard_failed');
    expect(await store.prisma.command.count({ where: { caseId: one.id, author: 'attorney' } })).toBe(0);
    expect((await attorney.read(one.id)).state).toBe('notice_review');
  });

  test('with a stale counter is refused, so only one of several concurrent approvals is accepted', async () => {
    const assertion = passkey.sign(challenge, { signCount: 1000 });
    const responses = await Promise.all([1, 2, 3, 4].map(() => one.approve(assertion)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const late = passkey.sign(another.signing.challenge, { signCount: 1000 });
    await expectRefusal(another.approve(late), 409, 'guard_failed');
    const newer = passkey.sign(another.signing.challenge, { signCount: 1001 });
    expect((await another.approve(newer)).body.state).toBe('notice_approved');
  });

  test('that is invalid is refused when the command is decided, even if the gateway let it through', async () => {
    const { id, ref, signing, documentHashes } = await next();
    const review = { kind: 'review', decision: 'approve', documentHashes } as const;
    const claimed = { signature: { ...passkey.sign(signing.challenge), stage: 'notice', revision: 1 } };
    const write = async (body: object) => {
      const commandId = crypto.randomUUID();
      const written = { id: commandId, caseId: id, author: 'attorney', authorId: attorney.id } as const;
      await writeCommand(store, { ...written, body: body as CommandBody });
      return stack.cases.send(ref, 'review', commandId);
    };
    for (const assertion of [passkey.sign(another.signing.challenge), other.passkey.sign(signing.challenge)]) {
      const refused = { ok: false, code: 'signature_invalid' };
      expect(await write({ ...review, assertion, ...claimed, mustBeSigned: false })).toEqual(refused);
    }
    // A claim that the signature was verified isn't a signature.
    expect(await write({ ...review, ...claimed })).toEqual({ ok: false, code: 'signature_missing' });
  });
});

test('an approval whose response was lost can be repeated with the same key and signature, and is recorded once', async () => {
  const { attorney, passkey, next } = await engaged('NC');
  const { id, signing, approve } = await next();
  const assertion = passkey.sign(signing.challenge);
  const key = { 'idempotency-key': 'lost' };
  const first = await approve(assertion, key);
  expect(first.body.state).toBe('notice_approved');
  await store.pool.query(
    `UPDATE "IdempotencyKey" SET status = NULL, headers = NULL, body = NULL, "leaseUntil" = now()
      WHERE scope = $1 AND key = $2`,
    [attorney.id, hashOfKey({ scope: attorney.id, key: 'lost' })],
  );
  const again = await approve(assertion, key);
  expect([again.status, again.body.state]).toEqual([200, 'notice_approved']);
  expect(await store.prisma.caseEvent.count({ where: { caseId: id, action: 'review_recorded' } })).toBe(1);
});

test("a signature isn't used up if its command couldn't be written, so it can be sent again", async () => {
  const { attorney, passkey, next } = await engaged('GA');
  const { signing, documentHashes, approve } = await next();
  const assertion = passkey.sign(signing.challenge, { signCount: 7 });
  const { id: passkeyId } = await store.prisma.passkey.findFirstOrThrow({ where: { userId: attorney.id } });
  const body = { kind: 'review', decision: 'approve', documentHashes, assertion } as const;
  const command = { id: crypto.randomUUID(), author: 'attorney', authorId: attorney.id, body } as const;
  const unknown = { ...command, caseId: 'case_unknown' };
  await expect(writeSignedCommand(store, unknown, { passkeyId, signCount: 7 })).rejects.toThrow('not be written');
  expect((await approve(assertion)).body.state).toBe('notice_approved');
});

test("an attorney with a passkey can't approve without a signature", async () => {
  const { passkey, next } = await engaged('OR');
  const { signing, approve } = await next();
  await expectRefusal(approve(), 409, 'guard_failed');
  expect((await approve(passkey.sign(signing.challenge))).body.state).toBe('notice_approved');
});

describe('a service that requires signed approvals', () => {
  test('refuses an approval without a signature, both in the gateway and when the command is decided', async () => {
    const { attorney, passkey, next } = await engaged('TX', demanding);
    const { id, ref, signing, documentHashes, approve } = await next();
    await expectRefusal(approve(), 409, 'guard_failed');
    const { store: theirs, cases } = demanding.stack;
    const commandId = crypto.randomUUID();
    const body = { kind: 'review', decision: 'approve', documentHashes } as const;
    const written = { id: commandId, caseId: id, author: 'attorney', authorId: attorney.id } as const;
    await writeCommand(theirs, { ...written, body });
    expect(await cases.send(ref, 'review', commandId)).toEqual({ ok: false, code: 'signature_missing' });
    expect((await approve(passkey.sign(signing.challenge))).body.state).toBe('notice_approved');
  });

  test('refuses an approval by an attorney without a passkey, but lets them decline the case', async () => {
    const { attorney, summaryInReview } = liveWorld(demanding);
    const avery = await attorney({ states: ['PA'] });
    const { id } = await summaryInReview(factsIn('PA'));
    expect((await avery.send('GET', `/v1/attorney/cases/${id}/review`)).body).not.toHaveProperty('signing');
    await expectRefusal(avery.approve(id), 409, 'guard_failed');
    expect((await avery.review(id, 'reject')).body.state).toBe('on_hold');
  });
});
