import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Case, type Client, type Document, type Event, type GateResults, ApiError } from '@evict/client';
import type { IsoDate } from '@evict/jurisdictions';
import type { CheckedDocument, DemoCase, Ended, SandboxStep, Step, Taken } from './demo-case.ts';
import { differences } from './differences.ts';

/** Callbacks that observe a case while it is played. */
export interface Observer {
  drafted: (draft: Case, uploads: readonly CheckedDocument[], gates: GateResults) => void;
  taken: (taken: Taken) => void;
}

/** What earlier steps have produced: the number of events, the documents, and the deadlines. */
interface Seen {
  events: number;
  documents: CheckedDocument[];
  deadlines: Case['deadlines'];
}

/** How long to wait for a step's results, in milliseconds. The sandbox takes a step in well under a second. */
const timeoutMs = 10_000;
const pollEveryMs = 100;

/** A demo case, and how to play it. */
export interface Play<S extends Step> {
  demoCase: DemoCase<S>;
  /** The client that creates the case and reads it. */
  client: Client;
  today: IsoDate;
  take: (step: S, id: string) => Promise<unknown>;
}

/** Returns a function that takes the steps of a test case as its customer. */
export function takenBy(client: Client): (step: SandboxStep, id: string) => Promise<unknown> {
  return ({ call }, id) => client[operations[call]]({ id });
}

/** Plays one case from draft to end. Stops at the first deviation or API error, which the result contains. */
export async function runCase<S extends Step>(play: Play<S>, observer: Observer): Promise<Ended> {
  const ended: Ended = { last: null, advances: 0, differences: [] };
  try {
    await follow(play, observer, ended);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    ended.differences.push(error.message);
  }
  return ended;
}

async function follow<S extends Step>(
  { client, demoCase, today, take }: Play<S>,
  observer: Observer,
  ended: Ended,
): Promise<void> {
  const draft = await client.createCase({ body: demoCase.facts(today) });
  const { id } = draft;
  const uploads: CheckedDocument[] = [];
  for (const body of demoCase.uploads(today)) {
    const document = await client.uploadDocument({ id, body });
    uploads.push(checked(document, Buffer.from(body.contentBase64, 'base64')));
  }
  ended.last = draft;
  observer.drafted(draft, uploads, await client.validateCase({ id }));

  const seen: Seen = { events: 0, documents: uploads, deadlines: [] };
  for (const step of demoCase.path) {
    const asked = !(await hasHappened(client, id, step, seen));
    if (asked) await take(step, id);
    if (asked && step.call === 'advance') ended.advances += 1;
    const number = step.call === 'advance' ? ` ${ended.advances}` : '';
    const label = asked ? `${step.call}${number}` : 'by itself';
    const { theCase, ...shown } = await observe(client, id, step, seen);
    const taken: Taken = { label, ...shown };
    ended.last = theCase;
    observer.taken(taken);
    ended.differences.push(...differences(step, taken, seen.documents).map((difference) => `${label}: ${difference}`));
    if (ended.differences.length > 0) return;
    seen.events += step.events.length;
    seen.documents.push(...taken.documents);
    seen.deadlines = theCase.deadlines;
  }
  const { by } = ended.last.nextAction;
  if (by !== 'none') ended.differences.push(`the case is still waiting for the ${by}`);
}

/** Whether the sandbox has already taken the step on its own. Its reviewer acts after a delay, which may be short. */
async function hasHappened(client: Client, id: string, { events }: Step, seen: Seen): Promise<boolean> {
  const { items } = await client.listEvents({ id });
  return items.length >= seen.events + events.length;
}

const operations = {
  submit: 'submitCase',
  advance: 'advanceCase',
  'report-cure': 'reportCure',
} as const;

/** Waits for the step's results. Returns the case, and everything that is new in it. */
async function observe(client: Client, id: string, step: Step, seen: Seen) {
  const events = await eventsOf(client, id, step, seen);
  const { theCase, added } = await caseWithDocuments(client, id, step, seen);
  const documents: CheckedDocument[] = [];
  for (const document of added) {
    documents.push(checked(document, await client.downloadDocument({ id, docId: document.id })));
  }
  const deadlines = theCase.deadlines.filter(
    ({ name, date }) => !seen.deadlines.some((old) => old.name === name && old.date === date),
  );
  const state = events.findLast(({ toState }) => toState !== null)?.toState ?? theCase.state;
  return { theCase, state, clock: clockAfter(events, theCase), events, documents, deadlines };
}

/**
 * Waits for the step's events, and returns those that have arrived by the timeout. If the step is already being taken,
 * an advance returns at once, and the events follow a moment later.
 */
async function eventsOf(client: Client, id: string, step: Step, seen: Seen): Promise<Event[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { items } = await client.listEvents({ id });
    const events = items.slice(seen.events, seen.events + step.events.length);
    if (events.length === step.events.length || Date.now() > deadline) return events;
    await pause(pollEveryMs);
  }
}

/** Waits for the step's new documents. In a live case, the summary is made after the event that requires it. */
async function caseWithDocuments(client: Client, id: string, step: Step, seen: Seen) {
  const known = new Set(seen.documents.map((document) => document.id));
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const theCase = await client.getCase({ id });
    const added = theCase.documents.filter((document) => !known.has(document.id));
    if (added.length >= step.documents.length || Date.now() > deadline) return { theCase, added };
    await pause(pollEveryMs);
  }
}

/**
 * Returns the time of the last event on the case's clock, which may have advanced since. If the event has no recorded
 * time, returns the clock's current time.
 */
function clockAfter(events: readonly Event[], theCase: Case): string {
  const { caseTime } = (events.at(-1)?.detail ?? {}) as { caseTime?: string };
  return caseTime ?? theCase.data.progress.clock;
}

function checked(document: Document, bytes: Uint8Array): CheckedDocument {
  return { ...document, matches: createHash('sha256').update(bytes).digest('hex') === document.contentHash };
}
