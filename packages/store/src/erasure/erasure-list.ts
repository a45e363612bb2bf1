import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFinished, type State } from '@evict/case-model';
import type { Store } from '../store.ts';
import { lockBounds, lockCase } from './lock-case.ts';
import type { KeptBytes } from './kept-bytes.ts';
import { eraseDetails, type Erasure } from './what-goes.ts';

// One line for each erasure, as JSON.

/** Adds an erasure to the list; resolves once it is on disk. Without a file there is no list. */
export async function appendErasure(file: string, erasure: Erasure): Promise<void> {
  if (file === '') return;
  const handle = await open(file, 'a', 0o600);
  try {
    // It begins its line itself: what a crash has cut short before it stays a line of its own.
    await handle.appendFile(`\n${JSON.stringify(erasure)}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync(); // a file that is new has its name there
  } finally {
    await folder.close();
  }
}

export interface AppliedList {
  /** Ids of cases whose details were there again. */
  erased: string[];
  /** How many were erased already. */
  already: number;
  /** How many the database does not know, restored to a time before them. */
  unknown: number;
  /** Ids of cases that are under legal hold in the restored state: for operators to decide. */
  held: string[];
}

/**
 * Erases again what is listed, after a restore from a backup that still had it; every time with the same result. A case
 * that was restored as it was before its end gets the state in which it had been erased. Bytes outside the database go
 * for every case that is listed and not held: they may be of another time than the database. Throws on a line that is no
 * erasure, unless a crash cut it short.
 */
export async function applyErasureList(store: Store, blobs: KeptBytes, file: string): Promise<AppliedList> {
  const applied: AppliedList = { erased: [], already: 0, unknown: 0, held: [] };
  for (const erasure of await readErasures(file)) {
    const result = await eraseAgain(store, erasure);
    if (result !== 'held') await blobs.eraseCase(erasure.caseId);
    if (result === 'erased' || result === 'held') applied[result].push(erasure.caseId);
    else applied[result] += 1;
  }
  return applied;
}

async function eraseAgain({ prisma }: Store, erasure: Erasure): Promise<keyof AppliedList> {
  return prisma.$transaction(async (transaction) => {
    const row = await lockCase(transaction, erasure.caseId);
    if (!row) return 'unknown';
    if (row.erasedAt) return 'already';
    if (row.legalHold) return 'held';
    await eraseDetails(transaction, erasure);
    return 'erased';
  }, lockBounds);
}

/** Each case once, as it was listed first: for a second line nothing was left to erase. */
async function readErasures(file: string): Promise<Erasure[]> {
  const byCase = new Map<string, Erasure>();
  for (const [index, line] of (await readFile(file, 'utf8')).split('\n').entries()) {
    // What a crash cut short was never committed.
    if (!line.endsWith('}')) continue;
    const erasure = readErasure(line);
    if (!erasure) throw new Error(`line ${index + 1} is no erasure`);
    if (!byCase.has(erasure.caseId)) byCase.set(erasure.caseId, erasure);
  }
  return [...byCase.values()];
}

function readErasure(line: string): Erasure | null {
  try {
    const { caseId, operator, erasedAt, state, sequence } = JSON.parse(line) as Record<keyof Erasure, unknown>;
    const isWhole =
      typeof caseId === 'string' &&
      typeof operator === 'string' &&
      typeof erasedAt === 'string' &&
      Number.isSafeInteger(sequence) &&
      isFinished(state as State);
    if (!isWhole) return null;
    return { caseId, operator, erasedAt: new Date(erasedAt), state: state as State, sequence: Number(sequence) };
  } catch {
    return null;
  }
}
