import { finishedStates } from '@evict/case-model';
import { emailKey, unlessTaken } from '../accounts/accounts.ts';
import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { notifying } from '../outbox.ts';
import { anyRow, firstRow, inTransaction, prismaOf, type Store } from '../database/store.ts';

/** An attorney who reviews, serves and files live cases in the states where they are licensed. */
export interface AttorneyRow {
  id: string;
  name: string | null;
  email: string;
  verified: boolean;
  barNumber: string | null;
  /** Whether the attorney has to accept each case before seeing more of it than a conflict check needs. */
  asksFirst: boolean;
  /** One license per state. */
  licenses: License[];
  licensedStates: string[];
}

/** A license in one state. `state` is the state's two-letter code in upper case. */
interface License {
  state: string;
  barNumber: string;
}

/** Bar numbers by state. */
export type BarNumbers = Readonly<Partial<Record<string, string>>>;

/**
 * Creates an attorney and returns the id, or null if a user has this email address. `states` are two-letter codes of US
 * states in upper case, validated by the caller. `barNumber` applies to each state that has none in `barNumbers`.
 */
export async function createAttorney(
  store: Store,
  input: {
    name: string;
    email: string;
    barNumber: string;
    states: readonly string[];
    barNumbers?: BarNumbers;
    verified: boolean;
  },
): Promise<string | null> {
  const { name, email, barNumber, states, barNumbers = {}, verified } = input;
  const id = newId('user');
  return unlessTaken(async () => {
    await prismaOf(store).user.create({
      data: {
        id,
        name,
        email,
        emailKey: emailKey(email),
        role: 'attorney',
        barNumber,
        verified,
        licenses: {
          create: [...new Set(states)].map((state) => ({ state, barNumber: barNumbers[state] ?? barNumber })),
        },
      },
      select: { id: true },
    });
    return id;
  });
}

/**
 * Queues the email that invites an attorney to set a password. Returns the id of the email, or null if there is no such
 * attorney. Links from earlier emails stay valid until one is used.
 */
export async function inviteAttorney(store: Store, attorneyId: string): Promise<string | null> {
  const mail = await firstRow<{ id: string }>(store)`
    WITH mail AS (
      INSERT INTO "Mail" (id, kind, recipient, payload)
      SELECT ${newId('mail')}, 'attorney_invitation', u.email, jsonb_build_object('userId', u.id) FROM "User" u
      WHERE u.id = ${attorneyId} AND u.role = 'attorney' AND u."erasedAt" IS NULL
      RETURNING id)
    SELECT id, ${notifying('mail', 'mail')} FROM mail`;
  return mail?.id ?? null;
}

/**
 * Marks an attorney as verified or not. An attorney who loses the verification also loses their calendar links for
 * good. Returns false if there is no attorney with this id.
 */
export async function setAttorneyVerified(store: Store, attorneyId: string, verified: boolean): Promise<boolean> {
  return inTransaction(store, 'setAttorneyVerified', attorneyId, async (transaction) => {
    const where = { id: attorneyId, role: 'attorney', erasedAt: null };
    const { count } = await transaction.user.updateMany({ where, data: { verified } });
    if (count > 0 && !verified) await transaction.calendarLink.deleteMany({ where: { userId: attorneyId } });
    return count > 0;
  });
}

/** Sets whether an attorney has to accept each case. Returns false if there is no attorney with this id. */
export async function setAsksFirst(store: Store, attorneyId: string, asks: boolean): Promise<boolean> {
  return anyRow(store)`
    UPDATE "User" SET "asksFirst" = ${asks} WHERE id = ${attorneyId} AND role = 'attorney' AND "erasedAt" IS NULL`;
}

/**
 * Replaces the states in which an attorney is licensed. The caller validates them and passes them in upper case. A
 * state without a new bar number keeps its recorded one, or else gets the attorney's general number. Returns false if
 * there is no attorney with this id.
 */
export async function setAttorneyLicenses(
  store: Store,
  attorneyId: string,
  states: readonly string[],
  barNumbers: BarNumbers = {},
): Promise<boolean> {
  return inTransaction(store, 'setAttorneyLicenses', attorneyId, async (transaction) => {
    const [attorney] = await transaction.$queryRaw<{ barNumber: string | null }[]>`
      SELECT "barNumber" FROM "User" WHERE id = ${attorneyId} AND role = 'attorney' AND "erasedAt" IS NULL
      FOR NO KEY UPDATE`;
    if (!attorney) return false;
    const before = await transaction.attorneyLicense.findMany({ where: { attorneyId } });
    const numberOf = (state: string) =>
      barNumbers[state] ?? before.find((one) => one.state === state)?.barNumber ?? attorney.barNumber ?? '';
    await transaction.attorneyLicense.deleteMany({ where: { attorneyId } });
    await transaction.attorneyLicense.createMany({
      data: [...new Set(states)].map((state) => ({ attorneyId, state, barNumber: numberOf(state) })),
    });
    return true;
  });
}

/** Finds the attorney with this id, or returns null. */
export async function findAttorney(store: Store, id: string): Promise<AttorneyRow | null> {
  const attorney = await prismaOf(store).user.findUnique({
    where: { id, role: 'attorney', erasedAt: null },
    select: attorneyFields,
  });
  return attorney && withStates(attorney);
}

/**
 * Lists all attorneys by name, each with their number of open cases and all of their tokens, newest first, including
 * revoked ones.
 */
export async function listAttorneys(store: Store) {
  const attorneys = await prismaOf(store).user.findMany({
    where: { role: 'attorney' },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: {
      ...attorneyFields,
      attorneyTokens: {
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { id: true, lastFour: true, createdAt: true, revokedAt: true, expiresAt: true },
      },
      _count: { select: { assignedCases: { where: { state: { notIn: [...finishedStates] } } } } },
    },
  });
  return attorneys.map(({ attorneyTokens, _count, ...attorney }) => ({
    ...withStates(attorney),
    openCases: _count.assignedCases,
    tokens: attorneyTokens,
  }));
}

function withStates<T extends { licenses: License[] }>(attorney: T): T & Pick<AttorneyRow, 'licensedStates'> {
  return { ...attorney, licensedStates: attorney.licenses.map(({ state }) => state) };
}

const attorneyFields = {
  id: true,
  name: true,
  email: true,
  verified: true,
  barNumber: true,
  asksFirst: true,
  licenses: { select: { state: true, barNumber: true }, orderBy: { state: 'asc' } },
} as const satisfies Prisma.UserSelect;
