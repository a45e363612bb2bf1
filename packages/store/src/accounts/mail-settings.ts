import { defaultMailPreferences, type MailPreferences } from '@evict/case-model/mail-groups';
import { countRows, firstRow, type Store } from '../database/store.ts';
import { emailKey } from './accounts.ts';

/** How a member receives email. */
export interface MailSettings {
  timeZone?: string;
  mail: MailPreferences;
}

/** Reads the settings of the member with this id or email address. Returns null if there is none. */
export async function findMailSettings(
  store: Store,
  { id, email }: { id?: string; email?: string },
): Promise<MailSettings | null> {
  const row = await firstRow<{ timeZone: string | null; chosen: Partial<MailPreferences> }>(store)`
    SELECT o."timeZone", u."mailPreferences" AS chosen FROM "User" u JOIN "Organization" o ON o.id = u."organizationId"
    WHERE u.id = ${id ?? null}::text OR u."emailKey" = ${email === undefined ? null : emailKey(email)}::text`;
  if (!row) return null;
  const { timeZone, chosen } = row;
  return { ...(timeZone !== null && { timeZone }), mail: { ...defaultMailPreferences, ...chosen } };
}

/**
 * Changes how a user receives the given groups of email. Email that is already queued for a digest stays in that
 * digest.
 */
export async function chooseMail(
  store: Store,
  id: string,
  chosen: { [G in keyof MailPreferences]?: MailPreferences[G] | undefined },
): Promise<void> {
  await countRows(store)`
    UPDATE "User" SET "mailPreferences" = "mailPreferences" || ${JSON.stringify(chosen)}::jsonb WHERE id = ${id}`;
}
