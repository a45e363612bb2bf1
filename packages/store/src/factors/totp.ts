import { anyRow, firstRow, type Store } from '../database/store.ts';
import { recordUserAudit } from '../audit/record.ts';
import { changeFactors, deleteTotp, keepFirstCodes } from './change-factors.ts';

/** An account's authenticator app, and the database's time for checking a code. */
export interface TotpRow {
  /** Encrypted, and can only be decrypted for this user. */
  secret: Buffer;
  isConfirmed: boolean;
  nowMs: number;
}

/** Finds a user's authenticator app, confirmed or not. Returns null if there is none. */
export async function findTotp(store: Store, userId: string): Promise<TotpRow | null> {
  return firstRow<TotpRow>(store)`
    SELECT secret, "confirmedAt" IS NOT NULL AS "isConfirmed", (extract(epoch FROM now()) * 1000)::float8 AS "nowMs"
    FROM "Totp" WHERE "userId" = ${userId}`;
}

/**
 * Stores the secret of an app that the user hasn't confirmed yet, in place of an earlier one. Returns false if the user
 * has a confirmed app.
 */
export async function prepareTotp(store: Store, userId: string, secret: Buffer): Promise<boolean> {
  return anyRow(store)`
    INSERT INTO "Totp" ("userId", secret) VALUES (${userId}, ${secret})
    ON CONFLICT ("userId") DO UPDATE SET secret = excluded.secret WHERE "Totp"."confirmedAt" IS NULL`;
}

/**
 * Makes the app a second factor after its first code, and adds recovery codes if the account has none. `keptCodes`
 * tells whether it stored them. Returns null if the secret has been replaced since, or if the app is already confirmed.
 */
export async function confirmTotp(
  store: Store,
  userId: string,
  { secret, step, codeHashes }: { secret: Buffer; step: number; codeHashes: readonly Buffer[] },
): Promise<{ keptCodes: boolean } | null> {
  return changeFactors(store, userId, 'totp_added', async (transaction) => {
    const isConfirmed = await transaction.$executeRaw`
      UPDATE "Totp" SET "confirmedAt" = now(), "lastStep" = ${step}
      WHERE "userId" = ${userId} AND secret = ${secret} AND "confirmedAt" IS NULL`;
    if (!isConfirmed) return null;
    await recordUserAudit(transaction, userId, 'authenticator_added', [{ userId }]);
    return { keptCodes: await keepFirstCodes(transaction, userId, codeHashes) };
  });
}

export async function removeTotp(store: Store, userId: string): Promise<void> {
  await changeFactors(store, userId, 'totp_removed', (transaction) => deleteTotp(transaction, userId));
}
