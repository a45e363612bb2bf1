import { ApiError, type RouteBody, routes } from '@evict/contract';
import { credentialPrefixes, type MintedCredential, mintCredential, parseCredential } from '@evict/credentials';
import { createPasskeys, createTotps, hashOfRecoveryCode } from '@evict/credentials/factors';
import { enforceAccountLimit, type Gateway } from '@evict/http';
import { recordFailedSignIn } from '@evict/store/audit';
import {
  completeSignIn,
  findPendingAttorney,
  findPendingSignIn,
  findTotp,
  listPasskeys,
  type Proof,
} from '@evict/store/factors';
import type { PublicDependencies } from '../app.ts';

type Deps = Pick<PublicDependencies, 'store' | 'secretKeys' | 'websiteOrigin' | 'liveMode'>;

/**
 * Serves the second step of a sign-in. Returns a function that creates the error of the first step: if the account has
 * a second factor, the right password opens no session, and the error carries a ticket for the second step.
 */
export function secondStepRoutes(
  gateway: Gateway,
  { store, liveMode, ...settings }: Deps,
): (userId: string, ticket: MintedCredential) => Promise<ApiError> {
  const passkeys = createPasskeys(settings);
  const totps = createTotps(settings.secretKeys);

  gateway.route(routes.completeSignIn, async ({ body }) => {
    const { token, account } = await complete(body, findPendingSignIn);
    return { status: 200, body: { token, ...account, modes: { test: true, live: liveMode } } };
  });

  gateway.route(routes.completeAttorneySignIn, async ({ body }) => {
    const { token, account } = await complete(body, findPendingAttorney);
    return { status: 200, body: { token, ...account } };
  });

  /**
   * Opens a session for the ticket's account, which `find` looks up. Throws if the second factor is wrong or the ticket
   * has expired.
   */
  async function complete<A extends { user: { id: string; email: string } }>(
    body: RouteBody<typeof routes.completeSignIn>,
    find: (store: Deps['store'], ticket: Buffer) => Promise<A | null>,
  ): Promise<{ token: string; account: A }> {
    const ticket = parseCredential(body.ticket);
    const account = ticket?.prefix === credentialPrefixes.signIn ? await find(store, ticket.hash) : null;
    if (!ticket || !account) throw expired();
    const { id: userId, email } = account.user;
    // Count before comparing, so that many guesses sent at once have no better chance.
    const counted = body.method === 'passkey' ? null : await enforceAccountLimit(store, 'wrongCode', email);
    const session = mintCredential(credentialPrefixes.session);
    const proof = await proofIn(userId, ticket.hash, body);
    const outcome =
      proof && (await completeSignIn(store, { userId, ticket: ticket.hash, session: session.hash }, proof));
    if (outcome === null || outcome === 'wrong') {
      await recordFailedSignIn(store, email);
      throw new ApiError('invalid_credentials', { message: wrong });
    }
    await counted?.undo();
    if (outcome === 'expired') throw expired();
    return { token: session.secret, account };
  }

  /** Returns the second factor in the body, or null if it is wrong. A recovery code is checked later, by the store. */
  async function proofIn(
    userId: string,
    challenge: Buffer,
    body: RouteBody<typeof routes.completeSignIn>,
  ): Promise<Proof | null> {
    if (body.method === 'recovery_code') return { method: body.method, hash: hashOfRecoveryCode(body.code) };
    if (body.method === 'totp') {
      const totp = await findTotp(store, userId);
      const step = totp?.isConfirmed ? totps.stepOf(userId, totp.secret, body.code, totp.nowMs) : null;
      return step === null ? null : { method: body.method, step };
    }
    const { id: credentialId } = body.response as { id?: unknown };
    const passkey = (await listPasskeys(store, userId)).find((one) => one.credentialId === credentialId);
    const signCount = passkey ? await passkeys.verifyAssertion(challenge, body.response, passkey) : null;
    return passkey && signCount !== null ? { method: body.method, id: passkey.id, signCount } : null;
  }

  return async (userId, ticket) => {
    const [registered, totp] = await Promise.all([listPasskeys(store, userId), findTotp(store, userId)]);
    const passkeyOptions = registered.length > 0 ? await passkeys.assertionOptions(ticket.hash, registered) : null;
    const methods = [...(passkeyOptions ? ['passkey'] : []), ...(totp?.isConfirmed ? ['totp'] : []), 'recovery_code'];
    const details = { secondFactor: { ticket: ticket.secret, methods, passkeyOptions } };
    return new ApiError('forbidden', {
      message: 'The password is correct. The account also requires a second factor.',
      details,
    });
  };
}

const wrong = 'The code or the passkey is wrong, or was used before.';

function expired(): ApiError {
  return new ApiError('invalid_reset_token', { message: 'This sign-in has expired. Start again with the password.' });
}
