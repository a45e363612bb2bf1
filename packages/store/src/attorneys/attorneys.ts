import { finishedStates } from '@evict/case-model';
import { emailKey } from '../accounts/accounts.ts';
import { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { prismaOf, type Store } from '../database/store.ts';

/** An attorney, who reviews, serves and files live cases in the states where they are licensed. */
export interface AttorneyRow {
  id: string;
  name: string | null;
  email: string;
  verified: boolean;
  barNumber: string | null;
  /** Upper case. */
  licensedStates: string[];
}

/** An attorney with their number of open cases and their tokens, newest first and including revoked ones. */
export interface ListedAttorney extends AttorneyRow {
  openCases: number;
  tokens: { id: string; lastFour: string; createdAt: Date; revokedAt: Date | null; expiresAt: Date | null }[];
}

/**
 * Creates an attorney and returns the id; null if a user has this address. `states` are US states in upper case, which
 * the caller has validated.
 */
export async function createAttorney(
  store: Store,
  input: { name: string; email: string; barNumber: string; states: readonly string[]; verified: boolean },
): Promise<string | null> {
  const { name, email, barNumber, states, verified } = input;
  const id = newId('user');
  try {
    await prismaOf(store).user.create({
      data: {
        id,
        name,
        email,
        emailKey: emailKey(email),
        role: 'attorney',
        barNumber,
        licensedStates: sortedUnique(states),
        verified,
      },
    });
    return id;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return null;
    throw error;
  }
}

/** Marks an attorney as verified or not. Returns false if there is none with this id. */
export async function setAttorneyVerified(store: Store, attorneyId: string, verified: boolean): Promise<boolean> {
  const where = { id: attorneyId, role: 'attorney', erasedAt: null };
  const { count } = await prismaOf(store).user.updateMany({ where, data: { verified } });
  return count > 0;
}

/**
 * Replaces the states in which an attorney is licensed: upper case, validated by the caller. Returns false if there is
 * no attorney with this id.
 */
export async function setAttorneyLicences(
  store: Store,
  attorneyId: string,
  states: readonly string[],
): Promise<boolean> {
  const data = { licensedStates: sortedUnique(states) };
  const { count } = await prismaOf(store).user.updateMany({
    where: { id: attorneyId, role: 'attorney', erasedAt: null },
    data,
  });
  return count > 0;
}

/** The attorney with this id; null if there is none. */
export async function findAttorney(store: Store, id: string): Promise<AttorneyRow | null> {
  return prismaOf(store).user.findUnique({
    where: { id, role: 'attorney', erasedAt: null },
    select: { id: true, name: true, email: true, verified: true, barNumber: true, licensedStates: true },
  });
}

/** All attorneys, by name. */
export async function listAttorneys(store: Store): Promise<ListedAttorney[]> {
  const attorneys = await prismaOf(store).user.findMany({
    where: { role: 'attorney' },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      name: true,
      email: true,
      verified: true,
      barNumber: true,
      licensedStates: true,
      attorneyTokens: {
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { id: true, lastFour: true, createdAt: true, revokedAt: true, expiresAt: true },
      },
      _count: { select: { assignedCases: { where: { state: { notIn: [...finishedStates] } } } } },
    },
  });
  return attorneys.map(({ attorneyTokens, _count, ...attorney }) => ({
    ...attorney,
    openCases: _count.assignedCases,
    tokens: attorneyTokens,
  }));
}

function sortedUnique(states: readonly string[]): string[] {
  return [...new Set(states)].sort();
}
