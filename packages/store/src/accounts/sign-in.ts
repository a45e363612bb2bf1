import { hasSecondFactor } from '../factors/change-factors.ts';
import type { Store } from '../database/store.ts';
import { type Account, getAccount, getAttorneyUser } from './accounts.ts';
import { withPassword } from './passwords.ts';
import { addSession, addTicket, type NewSession } from './sessions.ts';

/** The result of a sign-in. `account` is null if the password is wrong or the email address is locked. */
export interface SignedIn<A> {
  account: A | null;
  lockedSeconds: number | null;
  /** The account has a second factor, so a ticket was stored and no session was opened. */
  isPending: boolean;
}

/**
 * An attempt to sign in. It stores a session under `sessionHash`, or a ticket under `ticketHash` if a second factor is
 * needed.
 */
export type SignIn = { email: string; password: string; ticketHash: Buffer } & NewSession;

/** Opens a session for the customer with this email address and password. */
export async function openSession(store: Store, input: SignIn): Promise<SignedIn<Account>> {
  const { userId, ...opened } = await open(store, input, { asAttorney: false });
  return { ...opened, account: userId === null ? null : await getAccount(store, userId) };
}

/** Opens a session for the attorney with this email address and password. */
export async function openAttorneySession(store: Store, input: SignIn): Promise<SignedIn<Pick<Account, 'user'>>> {
  const { userId, ...opened } = await open(store, input, { asAttorney: true });
  const user = userId === null ? null : await getAttorneyUser(store, userId);
  return { ...opened, account: user && { user } };
}

/**
 * Signs in an attorney if `asAttorney` is set, or else a customer. A right password for the other kind of account is
 * refused.
 */
async function open(
  store: Store,
  { ticketHash, ...input }: SignIn,
  { asAttorney }: { asAttorney: boolean },
): Promise<{ userId: string | null; lockedSeconds: number | null; isPending: boolean }> {
  const { result, lockedSeconds } = await withPassword(store, input, async (transaction, { id: userId, role }) => {
    if ((role === 'attorney') !== asAttorney) return { userId: null, isPending: false };
    const isPending = await hasSecondFactor(transaction, userId);
    if (isPending) await addTicket(transaction, userId, { ...input, sessionHash: ticketHash });
    else await addSession(transaction, userId, input);
    return { userId, isPending };
  });
  return { userId: null, isPending: false, ...result, lockedSeconds };
}
