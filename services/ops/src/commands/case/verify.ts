import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { formatHead, type Head, parseHead, verifyAllCases, verifyCase, verifyHeads } from '@evict/store/evidence';
import type { Store } from '@evict/store/database';
import { command, type Result } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure, notFound, WrongUsage } from '../../failures.ts';
import { argument, caseField, flagField, optional, textField } from '../../fields.ts';

export const verify = command({
  summary: 'Verifies the hash chain of a case, or of all cases and audits, and the bytes of documents.',
  example: 'verify case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  fields: {
    id: optional(argument(caseField)),
    all: flagField('verify every case'),
    heads: optional(textField('FILE', 'with --all: compare with the ends of chains that this file keeps', 4096)),
    writeHeads: optional(textField('FILE', 'with --all: write the ends of all chains to this new file', 4096)),
  },
  check: ({ id, all, heads, writeHeads }) => [
    ...((id === undefined) === (all !== true) ? ['CASE_ID: Give a case, or --all.'] : []),
    ...(all !== true && (heads ?? writeHeads) !== undefined ? ['--heads, --write-heads: Need --all.'] : []),
  ],
  async run(context, { id, heads, writeHeads }) {
    return id === undefined ? verifyAll(context, { heads, writeHeads }) : verifyOne(context, id);
  },
});

async function verifyOne({ store, blobs }: Context, id: string): Promise<Result> {
  const found = await verifyCase({ store, blobs: await blobs() }, id);
  if (!found) throw notFound('case');
  const { caseId: _, faults, ...counts } = found;
  if (faults.length > 0) throw notVerified(`${id} is broken.`, faults);
  return { json: { id, verified: true, ...counts } };
}

async function verifyAll(
  { store, blobs, folder }: Context,
  { heads, writeHeads }: { heads: string | undefined; writeHeads: string | undefined },
): Promise<Result> {
  const output = writeHeads === undefined ? null : await openHeads(resolve(folder, writeHeads));
  const all = await verifyAllCases({ store, blobs: await blobs() }, (head) => output?.write(head));
  await output?.end();
  const missing = heads === undefined ? [] : await compareHeads(store, resolve(folder, heads));
  const { faults, ...counts } = all;
  const broken = faults.concat(missing);
  if (broken.length > 0) {
    const of = `${all.cases} cases and ${all.organizations} audits`;
    const kept = missing.length > 0 ? `; ${missing.length} kept ends of chains are not found` : '';
    throw notVerified(`${all.broken} of ${of} are broken${kept}.`, broken);
  }
  return { json: { verified: true, ...counts } };
}

function notVerified(message: string, faults: readonly string[]): Failure {
  return new Failure(exitCodes.broken, 'not_verified', message, faults);
}

/** Never overwrites a list: it may be the only one. */
async function openHeads(path: string) {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await new Promise<void>((opened, failed) => {
    file.once('open', () => opened());
    file.once('error', (error: NodeJS.ErrnoException) => failed(new WrongUsage([`--write-heads: ${error.code}`])));
  });
  return {
    async write(head: Head): Promise<void> {
      if (!file.write(`${formatHead(head)}\n`)) await once(file, 'drain');
    },
    async end(): Promise<void> {
      file.end();
      await finished(file);
    },
  };
}

const headsAtOnce = 500;
const maxMissing = 1000;

/** Reads the list line by line, and returns at most a thousand faults. */
async function compareHeads(store: Store, path: string): Promise<string[]> {
  const faults: string[] = [];
  let heads: Head[] = [];
  const compare = async () => {
    const found = heads.length === 0 ? [] : await verifyHeads(store, heads);
    faults.push(...found.slice(0, maxMissing - faults.length));
    heads = [];
  };
  let line = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      line += 1;
      const head = parseHead(text);
      if (!head) throw new WrongUsage([`--heads: line ${line} is no end of a chain.`]);
      if (heads.push(head) === headsAtOnce) await compare();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' ? new WrongUsage([`--heads: ${code}`]) : error;
  }
  await compare();
  return faults;
}
