import { ApiError, invalidRequest, maxPasskeys, routes } from '@evict/contract';
import { createPasskeys, createTotps, hashOfRecoveryCode, newRecoveryCodes } from '@evict/credentials/factors';
import { enforceAccountLimit, type Gateway, type SessionCaller } from '@evict/http';
import { findEmail } from '@evict/store/accounts';
import {
  addPasskey,
  confirmTotp,
  countRecoveryCodes,
  findTotp,
  listPasskeys,
  type PasskeyRow,
  prepareTotp,
  removePasskey,
  removeTotp,
} from '@evict/store/factors';
import type { Dependencies } from '../dependencies.ts';

/** Verifies the caller's password and returns their email address. Throws if the password is wrong. */
export type ProvePassword = (caller: Pick<SessionCaller, 'user' | 'credentialId'>, password: string) => Promise<string>;

/** Serves the caller's second factors. Adding or removing one requires the password, not just a session. */
export function factorRoutes(
  gateway: Gateway,
  { store, ...settings }: Pick<Dependencies, 'store' | 'secretKeys' | 'websiteOrigin'>,
  provePassword: ProvePassword,
): void {
  const passkeys = createPasskeys(settings);
  const totps = createTotps(settings.secretKeys);

  gateway.route(routes.listFactors, async ({ caller: { user } }) => {
    const [registered, totp, recoveryCodesLeft] = await Promise.all([
      listPasskeys(store, user.id),
      findTotp(store, user.id),
      countRecoveryCodes(store, user.id),
    ]);
    const isTotpUsed = totp?.isConfirmed ?? false;
    return { status: 200, body: { passkeys: registered.map(present), totp: isTotpUsed, recoveryCodesLeft } };
  });

  gateway.route(routes.createPasskeyOptions, async ({ caller, body: { currentPassword } }) => {
    const email = await provePassword(caller, currentPassword);
    const { id } = caller.user;
    const user = { id, email, registered: await listPasskeys(store, id) };
    return { status: 200, body: await passkeys.registrationOptions(caller.credentialId, user) };
  });

  gateway.route(routes.createPasskey, async ({ caller, body: { name, response } }) => {
    const passkey = await passkeys.verifyRegistration(caller.credentialId, response);
    if (!passkey) throw invalidRequest([notOfAuthenticator]);
    const { recoveryCodes, codeHashes } = newCodes();
    const added = await addPasskey(store, caller.user.id, { ...passkey, name }, { maxPasskeys, codeHashes });
    if (!added) throw new ApiError('invalid_state');
    const { keptCodes, ...row } = added;
    const shown = present({ ...row, name, lastUsedAt: null });
    return { status: 201, body: { passkey: shown, recoveryCodes: keptCodes ? recoveryCodes : null } };
  });

  gateway.route(routes.deletePasskey, async ({ caller, params, body: { currentPassword } }) => {
    await provePassword(caller, currentPassword);
    if (!(await removePasskey(store, caller.user.id, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });

  gateway.route(routes.createTotp, async ({ caller, body: { currentPassword } }) => {
    const email = await provePassword(caller, currentPassword);
    const { id } = caller.user;
    const { sealed, secret, uri } = totps.create(id, email);
    if (!(await prepareTotp(store, id, sealed))) throw new ApiError('invalid_state');
    return { status: 200, body: { secret, uri } };
  });

  gateway.route(routes.confirmTotp, async ({ caller, body: { code } }) => {
    const { id } = caller.user;
    const totp = await findTotp(store, id);
    if (!totp || totp.isConfirmed) throw new ApiError('invalid_state');
    const counted = await enforceAccountLimit(store, 'wrongCode', await emailOf(store, id));
    const step = totps.stepOf(id, totp.secret, code, totp.nowMs);
    if (step === null) throw new ApiError('invalid_credentials', { message: 'The code is wrong.' });
    await counted.undo();
    const { recoveryCodes, codeHashes } = newCodes();
    const confirmed = await confirmTotp(store, id, { secret: totp.secret, step, codeHashes });
    if (!confirmed) throw new ApiError('invalid_state');
    return { status: 200, body: { recoveryCodes: confirmed.keptCodes ? recoveryCodes : null } };
  });

  gateway.route(routes.deleteTotp, async ({ caller, body: { currentPassword } }) => {
    await provePassword(caller, currentPassword);
    await removeTotp(store, caller.user.id);
    return { status: 204 };
  });
}

/** Returns a signed-in user's email address. Throws 401 if the user was removed while the request waited. */
export async function emailOf(store: Dependencies['store'], userId: string): Promise<string> {
  const email = await findEmail(store, userId);
  if (email === null) throw new ApiError('unauthenticated');
  return email;
}

function newCodes() {
  const recoveryCodes = newRecoveryCodes();
  return { recoveryCodes, codeHashes: recoveryCodes.map(hashOfRecoveryCode) };
}

function present({ id, name, createdAt, lastUsedAt }: Pick<PasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>) {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

const notOfAuthenticator = {
  path: 'response',
  code: 'not_verified',
  message: 'Must be the response of an authenticator to options that this session requested less than 5 minutes ago.',
};
