import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { batchSize, inBatches } from '../database/batches.ts';
import { allRows, databaseTime, raw, type Store } from '../database/store.ts';
import { formatHead, type Head, parseHead, verifyHeads } from './heads.ts';

// The ends of all chains in a folder apart from the database and its backups: a file a day, of which the newest stay.

const keptDays = 7;
const headsAtOnce = 500;
const maxFaults = 1000;

/**
 * Compares the ends that were kept last with the chains of today, and then keeps those of today, once a day. Returns at
 * most a thousand faults in plain words; while there is one nothing new is kept. `onPage` is called while it goes on.
 */
export async function keepHeads(store: Store, folder: string, onPage: () => void = () => {}): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = (await readdir(folder)).filter((name) => /^heads-\d{4}-\d\d-\d\d$/.test(name)).toSorted();
  const newest = kept.at(-1);
  const faults = newest === undefined ? [] : await compareHeads(store, join(folder, newest), onPage);
  const today = `heads-${(await databaseTime(store)).toISOString().slice(0, 10)}`;
  if (faults.length > 0 || kept.includes(today)) return faults;
  await writeHeads(store, join(folder, today), onPage);
  for (const old of [...kept, today].slice(0, -keptDays)) await rm(join(folder, old), { force: true });
  return [];
}

/** A line of a list of heads is none. */
export class InvalidHeadsError extends Error {
  override readonly name = 'InvalidHeadsError';
}

/**
 * Compares the ends that a file keeps, line by line, with the chains of today. Returns at most a thousand faults. Throws
 * `InvalidHeadsError` for a line that is none, and the error of the file system.
 */
export async function compareHeads(store: Store, path: string, onPage: () => void = () => {}): Promise<string[]> {
  const faults: string[] = [];
  let heads: Head[] = [];
  const compare = async () => {
    onPage();
    const found = heads.length === 0 ? [] : await verifyHeads(store, heads);
    faults.push(...found.slice(0, maxFaults - faults.length));
    heads = [];
  };
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line += 1;
    const head = parseHead(text);
    if (!head) throw new InvalidHeadsError(`line ${line} is no end of a chain.`);
    if (heads.push(head) === headsAtOnce) await compare();
  }
  await compare();
  return faults;
}

/** Whole or not at all. */
async function writeHeads(store: Store, path: string, onPage: () => void): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await pipeline(headLines(store, onPage), createWriteStream(draft, { mode: 0o600, flush: true }));
  await rename(draft, path);
}

async function* headLines(store: Store, onPage: () => void): AsyncGenerator<string> {
  const pages = inBatches<Head>(
    (last) => allRows<Head>(store)`
      SELECT h."caseId", h.position, encode(h.hash, 'hex') AS hash, coalesce(c.mode, 'live') AS mode
      FROM "ChainHead" h LEFT JOIN "Case" c ON c.id = h."caseId"
      WHERE h."caseId" > ${last?.caseId ?? ''} AND h.position > 0
        AND (c.id IS NOT NULL OR starts_with(h."caseId", 'org_')) ORDER BY h."caseId" LIMIT ${raw(batchSize)}`,
  );
  onPage();
  for await (const heads of pages) {
    yield heads.map((head) => `${formatHead(head)}\n`).join('');
    onPage();
  }
}
