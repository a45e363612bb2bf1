import { emailKey } from '../accounts/accounts.ts';
import { countRows, sql, type Store } from '../database/store.ts';
import { takeSlot } from '../requests/rate-limits.ts';
import { originNetwork } from './origin.ts';

/** At most this many failures are counted in an hour. Account lockouts keep an organization below that. */
const countedInAnHour = { count: 5000, windowSeconds: 3600 };
/** How many failures per hour are listed one by one. */
const listedInAnHour = 20;

/**
 * Records a failed sign-in in the audit log of the organization whose account has this email address. A flood can't
 * fill the log: it lists the first 20 failures in an hour, then the 32nd, the 64th and so on, each with its number.
 * Always runs one statement and one commit, so that the response time doesn't reveal whether the account exists.
 */
export async function recordFailedSignIn(store: Store, email: string): Promise<void> {
  const address = emailKey(email);
  const counter = sql`'failedSignIns:' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDDHH24:') || coalesce(
    (SELECT "organizationId" FROM "User" WHERE "emailKey" = ${address}), encode(sha256(convert_to(${address}, 'UTF8')), 'hex'))`;
  await countRows(store)`
    WITH slot AS (${takeSlot(counter, countedInAnHour)})
    INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, network, result, detail)
      SELECT 'aud_' || uuidv7(), u."organizationId", 'sign_in_failed', 'user', u.id, ${originNetwork()}, 'invalid_credentials',
        jsonb_build_object('attemptsInTheHour', slot.taken)
      FROM "User" u, slot
      WHERE u."emailKey" = ${address} AND u."organizationId" IS NOT NULL
        AND slot.admitted AND (slot.taken <= ${listedInAnHour} OR slot.taken & (slot.taken - 1) = 0)`;
}
