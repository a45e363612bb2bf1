import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFinished, type State } from '@evict/case-model';
import { type ErasureBasis, type ErasureWords, isBasis, readWords } from './erasure-ground.ts';

/**
 * The list of erasures, kept apart from backups: a folder with one file per erasure, named after its subject. A file is
 * written under a temporary name and renamed once it is on disk. Renaming is atomic on a shared disk (NFS) too, so
 * concurrent writers need no lock and a crash leaves no partial entry.
 */

interface ErasureOf {
  /** The name of an operator, or of the platform's own job. */
  operator: string;
  erasedAt: Date;
}

/** The erasure of a case, with the case's final state and the sequence number of its last event. */
export interface CaseErasure extends ErasureOf {
  caseId: string;
  basis: ErasureBasis;
  /** The stated order or consent, because a backup from before the erasure doesn't have it. */
  words?: ErasureWords;
  state: State;
  sequence: number;
}

export interface AccountErasure extends ErasureOf {
  userId: string;
}

export interface LeadErasure extends ErasureOf {
  leadId: string;
}

export type Erasure = CaseErasure | AccountErasure | LeadErasure;

/** Returns the id of the erased case, account or lead. */
export function subjectOf(erasure: Erasure): string {
  if ('caseId' in erasure) return erasure.caseId;
  return 'userId' in erasure ? erasure.userId : erasure.leadId;
}

/**
 * Adds an erasure to the list at a path, or replaces the entry of the same subject. Returns once the entry is on disk.
 * An empty path means no list. Throws the file system's error if it fails.
 */
export async function appendErasure(list: string, erasure: Erasure): Promise<void> {
  if (list === '') return;
  const name = `${subjectOf(erasure)}.json`;
  const draft = join(list, `.${name}.${randomUUID()}`);
  await makeFolder(list);
  try {
    await writeDurably(draft, JSON.stringify(erasure));
    await rename(draft, join(list, name));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // the first error says more
    throw error;
  }
  await syncFolder(list);
}

/** Removes an entry. Call this only when no backup can bring its subject back. */
export async function dropErasure(list: string, subject: string): Promise<void> {
  if (list !== '') await rm(join(list, `${subject}.json`), { force: true });
}

/** Returns all erasures in a list, oldest first. Throws if an entry is invalid or the list doesn't exist. */
export async function readErasures(list: string): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  for (const name of (await readdir(list)).filter((one) => !one.startsWith('.'))) {
    const erasure = parseErasure(await readFile(join(list, name), 'utf8'));
    if (!erasure) throw new Error(`${name} is not a valid entry in the list of erasures`);
    erasures.push(erasure);
  }
  return erasures.sort((a, b) => a.erasedAt.getTime() - b.erasedAt.getTime());
}

function parseErasure(text: string): Erasure | null {
  try {
    const entry = JSON.parse(text) as Record<string, unknown>;
    const { caseId, userId, leadId, operator, erasedAt, state, sequence, basis } = entry;
    if (typeof operator !== 'string' || typeof erasedAt !== 'string') return null;
    const common = { operator, erasedAt: new Date(erasedAt) };
    if (Number.isNaN(common.erasedAt.getTime())) return null;
    if (typeof userId === 'string') return { userId, ...common };
    if (typeof leadId === 'string') return { leadId, ...common };
    if (typeof caseId !== 'string' || !Number.isSafeInteger(sequence) || !isFinished(state as State)) return null;
    if (!isBasis(basis)) return null;
    const words = readWords(entry['words']);
    return { caseId, state: state as State, sequence: Number(sequence), basis, words, ...common };
  } catch {
    return null;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await syncFolder(dirname(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a folder to disk, so that a new file name in it survives a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
