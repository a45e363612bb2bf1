import { anyRow, firstRow, inTransaction, type Store } from '../database/store.ts';
import { notifyAccount } from '../mails/account-notices.ts';
import { dropCodesWithoutFactor, keepFirstCodes, lockFactors } from './recovery-codes.ts';

/** The app of an account, and the database's time, at which a code is judged. */
export interface TotpRow {
  /** Sealed for the user. */
  secret: Buffer;
  confirmedAt: Date | null;
  nowMs: number;
}

/** Null if there is none, not even one that awaits its first code. */
export async function findTotp(store: Store, userId: string): Promise<TotpRow | null> {
  return firstRow<TotpRow>(store)`
    SELECT secret, "confirmedAt", (extract(epoch FROM now()) * 1000)::float8 AS "nowMs" FROM "Totp" WHERE "userId" = ${userId}`;
}

/** Stores the secret of an app that has to show a code yet, in place of an earlier one. Returns false if one is in use. */
export async function prepareTotp(store: Store, userId: string, secret: Buffer): Promise<boolean> {
  return anyRow(store)`
    INSERT INTO "Totp" ("userId", secret) VALUES (${userId}, ${secret})
    ON CONFLICT ("userId") DO UPDATE SET secret = excluded.secret, "createdAt" = now()
      WHERE "Totp"."confirmedAt" IS NULL`;
}

/**
 * Makes the app a second factor by its first code, with the recovery codes if the account has none. Returns null if its
 * secret has been replaced since, or it is one already.
 */
export async function confirmTotp(
  store: Store,
  userId: string,
  { secret, step, codeHashes }: { secret: Buffer; step: number; codeHashes: readonly Buffer[] },
): Promise<{ keptCodes: boolean } | null> {
  return inTransaction(store, 'changeFactors', userId, async (tx) => {
    await lockFactors(tx, userId);
    const isConfirmed = await tx.$executeRaw`
      UPDATE "Totp" SET "confirmedAt" = now(), "lastStep" = ${step}
      WHERE "userId" = ${userId} AND secret = ${secret} AND "confirmedAt" IS NULL`;
    if (!isConfirmed) return null;
    await tx.$executeRaw(notifyAccount(userId, 'totp_added'));
    return { keptCodes: await keepFirstCodes(tx, userId, codeHashes) };
  });
}

/** Removes the app, and with the last factor the recovery codes. */
export async function removeTotp(store: Store, userId: string): Promise<void> {
  await inTransaction(store, 'changeFactors', userId, async (tx) => {
    await lockFactors(tx, userId);
    const [removed] = await tx.$queryRaw<{ wasFactor: boolean }[]>`
      DELETE FROM "Totp" WHERE "userId" = ${userId} RETURNING "confirmedAt" IS NOT NULL AS "wasFactor"`;
    if (!removed?.wasFactor) return;
    await tx.$executeRaw(notifyAccount(userId, 'totp_removed'));
    await dropCodesWithoutFactor(tx, userId);
  });
}
