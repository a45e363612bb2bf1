import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type CallOptions, type Case, ConfirmationRequiredError, type CreateCase, type Output } from '@evict/client';
import { NeedsPerson, refusal, wrongUsage } from './failures.ts';
import type { SignedIn } from './program.ts';
import { openPage, table } from './terminal.ts';

/**
 * Reads a case's facts from a JSON file, or from standard input if the file is `-`. Throws a Failure if that isn't
 * JSON. The service validates the facts.
 */
export async function readFacts(file: string, signal: AbortSignal): Promise<CreateCase> {
  const reading = file === '-' ? text(addAbortSignal(signal, process.stdin)) : readFile(file, 'utf8');
  const content = await reading.catch(({ code }) => {
    throw wrongUsage(`The file cannot be read (${code}).`);
  });
  try {
    return JSON.parse(content) as CreateCase;
  } catch (error) {
    // The parser's message quotes the file, so print only the position, if there is one.
    const [place = ''] = / at position \d+( \(line \d+ column \d+\))?/u.exec((error as Error).message) ?? [];
    throw wrongUsage(`The file is not valid JSON${place}.`);
  }
}

export interface Writing {
  /** Set by a user who wants to be able to run the same command again without a second effect. */
  idempotencyKey?: string;
}

/**
 * Performs an action on a case, with the same idempotency key in all attempts. If a person has to confirm the action,
 * waits for that and tries again. With `--json`, throws NeedsPerson instead of waiting.
 */
export async function act<T>(
  user: SignedIn,
  what: string,
  { idempotencyKey = randomUUID() }: Writing,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const attempt = () => user.terminal.busy(what, send({ idempotencyKey, signal: user.signal }));
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ConfirmationRequiredError)) throw error;
    await awaitPerson(user, error.details as { id: string; url: string; expiresAt: string });
    return attempt();
  }
}

async function awaitPerson(
  { json, terminal, env, api, signal }: SignedIn,
  needed: { id: string; url: string; expiresAt: string },
) {
  const { id, url, expiresAt } = needed;
  if (json) throw new NeedsPerson({ status: 'confirmation_required', url, expiresAt });
  terminal.tell(`A person has to confirm this. Open this page by ${expiresAt}:\n${url}`);
  openPage(env, url);
  const answer = async () => {
    for (;;) {
      const { status } = await api.getConfirmation({ id }, { signal });
      if (status !== 'pending') return status;
      await pause(1000, undefined, { signal });
    }
  };
  const status = await terminal.busy('Waiting for confirmation', answer());
  if (status !== 'confirmed') throw refusal('not_confirmed', `The confirmation is ${status}.`);
}

type Style = (text: string) => string;

export function caseTable(cases: readonly Case[], bold: Style): string {
  const rows = cases.map(({ id, state, reference, data: { property }, nextAction }) => {
    return [id, state, reference, `${property.line1}, ${property.city}`, nextAction.by];
  });
  return table(['case', 'state', 'reference', 'property', 'next'], rows, bold);
}

export function caseText({ id, state, ground, data, nextAction, deadlines, documents }: Case, bold: Style): string {
  const { line1, city, state: where, zip } = data.property;
  const facts = [
    ['state', state],
    ['ground', ground],
    ['property', `${line1}, ${city}, ${where} ${zip}`],
    ['next', `${nextAction.by}: ${nextAction.description}`],
  ];
  const dates = deadlines.map(({ name, date, citation }) => [name, date, citation]);
  const papers = documents.map((one) => [one.kind, one.filename, one.id]);
  return [
    table(['case', id], facts, bold),
    ...(dates.length > 0 ? [table(['deadline', 'date', 'rule'], dates, bold)] : []),
    ...(papers.length > 0 ? [table(['document', 'file', 'id'], papers, bold)] : []),
  ].join('\n\n');
}

export function gateTable({ results }: Output<'validateCase'>, bold: Style): string {
  const told = results.filter(({ status }) => status !== 'not_applicable');
  return table(
    ['gate', 'status', 'reason'],
    told.map(({ gate, status, reason = '' }) => [gate, status, reason]),
    bold,
  );
}
