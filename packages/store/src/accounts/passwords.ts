import { countRows, firstRow, inTransaction, type Store } from '../database/store.ts';
import { emailKey } from './accounts.ts';

// Passwords are compared by functions of the database: see packages/store/src/roles/credentials.ts. They count wrong
// ones, and say for how many seconds an address is locked.

/** What a proof for this address is computed with; `settings` is null without an account. */
export async function findPasswordSettings(
  store: Store,
  email: string,
): Promise<{ settings: string | null; lockedSeconds: number | null }> {
  const found = await firstRow<{ settings: string | null; lockedSeconds: number | null }>(store)`
    SELECT settings, "lockedSeconds" FROM "passwordSettings"(${emailKey(email)})`;
  return found ?? { settings: null, lockedSeconds: null };
}

/** The address of a user; null if the user is gone. */
export async function findEmail(store: Store, userId: string): Promise<string | null> {
  const user = await firstRow<{ email: string }>(store)`SELECT email FROM "User" WHERE id = ${userId}`;
  return user?.email ?? null;
}

/** Changes the name of a user. */
export async function changeName(store: Store, userId: string, name: string): Promise<void> {
  await countRows(store)`UPDATE "User" SET name = ${name} WHERE id = ${userId}`;
}

/**
 * Sets the name, the password or both, where given, of a user who proves their password in a session. A new password
 * ends the user's other sessions and their reset links. Changes nothing if the proof is wrong or the session has ended:
 * of several concurrent new passwords exactly one is set.
 */
export async function changeProven(
  store: Store,
  { id, sessionId, proof }: { id: string; sessionId: string; proof: string },
  { passwordHash, name }: { passwordHash: string | undefined; name: string | undefined },
): Promise<{ isProven: boolean; lockedSeconds: number | null }> {
  return inTransaction(store, 'changePassword', id, async (transaction) => {
    const [outcome] = await transaction.$queryRaw<{ isProven: boolean; lockedSeconds: number | null }[]>`
      SELECT "isProven", "lockedSeconds" FROM "changePassword"(${sessionId}, ${proof}, ${passwordHash ?? null})`;
    if (outcome?.isProven && name !== undefined)
      await transaction.$executeRaw`UPDATE "User" SET name = ${name} WHERE id = ${id}`;
    return outcome ?? { isProven: false, lockedSeconds: null };
  });
}
