import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isFinished, type State } from '@evict/case-model';
import { type ErasureBasis, type ErasureWords, isBasis, readWords } from './erasure-ground.ts';

/**
 * The list of erasures, kept apart from backups: a folder with one file per erasure, named by its subject. A file is
 * written under a temporary name and renamed once it is on disk. A rename is atomic on a shared disk (NFS) too, so that
 * concurrent writers need no lock and a crash leaves no partial entry.
 *
 * If the path is a file, it is a list with one erasure per line; it is read as well, and new erasures go to a folder
 * beside it.
 */

interface ErasureOf {
  /** An operator's name, or the platform's own job. */
  operator: string;
  erasedAt: Date;
}

/** A case, with its final state and the sequence of its last event. */
export interface CaseErasure extends ErasureOf {
  caseId: string;
  /** Absent in a list of an earlier release. */
  basis?: ErasureBasis;
  /** Of the order or the consent: a backup from before the erasure does not have them. */
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

/** The id of what was erased. */
export function subjectOf(erasure: Erasure): string {
  if ('caseId' in erasure) return erasure.caseId;
  return 'userId' in erasure ? erasure.userId : erasure.leadId;
}

/**
 * Adds an erasure to the list at a path, or replaces the entry of the same subject; returns once it is on disk. An
 * empty path means no list. Throws the error of the file system, and then nothing is listed.
 */
export async function appendErasure(list: string, erasure: Erasure): Promise<void> {
  if (list === '') return;
  const folder = await folderOf(list);
  const name = `${subjectOf(erasure)}.json`;
  const draft = join(folder, `.${name}.${randomUUID()}`);
  await makeFolder(folder);
  try {
    await writeDurably(draft, JSON.stringify(erasure));
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // the first error says more
    throw error;
  }
  await syncFolder(folder);
}

/** Removes an entry: no backup can bring its subject back. */
export async function dropErasure(list: string, subject: string): Promise<void> {
  if (list !== '') await rm(join(await folderOf(list), `${subject}.json`), { force: true });
}

/** All erasures of a list, one per subject, oldest first. Throws on an invalid entry and if there is no list. */
export async function readErasures(list: string): Promise<Erasure[]> {
  const bySubject = new Map<string, Erasure>();
  const add = (text: string, place: string) => {
    const erasure = parseErasure(text);
    if (!erasure) throw new Error(`${place} is no erasure`);
    if (!bySubject.has(subjectOf(erasure))) bySubject.set(subjectOf(erasure), erasure);
  };
  if ((await kindOf(list)) === 'file') {
    for (const [index, line] of (await readFile(list, 'utf8')).split('\n').entries()) {
      // An incomplete line was never committed.
      if (line.endsWith('}')) add(line, `line ${index + 1} of ${basename(list)}`);
    }
  }
  const folder = await folderOf(list);
  // The folder beside an old file appears with the first new erasure.
  const names = folder === list || (await kindOf(folder)) ? await readdir(folder) : [];
  for (const name of names.filter((one) => !one.startsWith('.'))) {
    add(await readFile(join(folder, name), 'utf8'), name);
  }
  return [...bySubject.values()].sort((a, b) => a.erasedAt.getTime() - b.erasedAt.getTime());
}

function parseErasure(text: string): Erasure | null {
  try {
    const { caseId, userId, leadId, operator, erasedAt, state, sequence, basis, words } = JSON.parse(text) as Record<
      string,
      unknown
    >;
    if (typeof operator !== 'string' || typeof erasedAt !== 'string') return null;
    const common = { operator, erasedAt: new Date(erasedAt) };
    if (Number.isNaN(common.erasedAt.getTime())) return null;
    if (typeof userId === 'string') return { userId, ...common };
    if (typeof leadId === 'string') return { leadId, ...common };
    if (typeof caseId !== 'string' || !Number.isSafeInteger(sequence) || !isFinished(state as State)) return null;
    const based = { ...(isBasis(basis) && { basis }), words: readWords(words) };
    return { caseId, state: state as State, sequence: Number(sequence), ...based, ...common };
  } catch {
    return null;
  }
}

async function folderOf(list: string): Promise<string> {
  return (await kindOf(list)) === 'file' ? `${list}.d` : list;
}

/** Null if nothing exists at the path. */
async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
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

/** Makes a new name durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
