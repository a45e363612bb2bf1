import type { State } from '@evict/case-model';
import { type AttorneyCase, type Case, type Client, createClient } from '@evict/client';
import { day } from '../e2e/support/facts.ts';
import { filingEvidence, holdoverFiling } from '../e2e/support/grounds.ts';
import { marylandFacts } from '../e2e/support/live.ts';
import type { Accounts } from './accounts.ts';

/** A live case of the attorney, with ids of what it has, by the names of path parameters. */
export interface LiveCase {
  id: string;
  state: State;
  docId: string | null;
  attemptId: string | null;
  filingId: string | null;
  deadlineId: string | null;
  chargeId: string | null;
}

type Step = (attorney: Client, id: string) => Promise<unknown>;

const contentBase64 = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');

/**
 * What the attorney does, in the order of a case's life. Each step ends in the state by which it is called. A notice period
 * takes days: from the review of the filing on, cases begin there.
 */
const life = {
  notice_review: (api, id) => attach(api, id, 'notice'),
  notice_approved: approve,
  notice_sent: (api, id) => api.reportService({ id, body: { stage: 'notice', status: 'pending', method: 'personal' } }),
  cure_period: (api, id) =>
    api.reportService({
      id,
      body: {
        stage: 'notice',
        status: 'served',
        method: 'personal',
        servedDate: day(0),
        expires: day(20),
        citation: 'Md. Code, Real Prop. § 8-401',
      },
    }),
  filing_review: (api, id) => attach(api, id, 'filing'),
  filing_approved: approve,
  filing_submitted: (api, id) => api.reportFiling({ id, body: { status: 'submitted', envelopeId: 'ENV-1' } }),
  filing_accepted: (api, id) => api.reportFiling({ id, body: { status: 'accepted', courtCaseNumber: 'D-06-1' } }),
  summons_sent: (api, id) =>
    api.reportService({ id, body: { stage: 'summons', status: 'pending', method: 'personal' } }),
  summons_served: (api, id) =>
    api.reportService({
      id,
      body: { stage: 'summons', status: 'served', method: 'personal', servedDate: day(0) },
    }),
  hearing_scheduled: (api, id) => api.reportOutcome({ id, body: { type: 'hearing_scheduled', date: day(10) } }),
  judgment_entered: (api, id) => api.reportOutcome({ id, body: { type: 'judgment', outcome: 'plaintiff' } }),
  writ_requested: (api, id) => api.reportOutcome({ id, body: { type: 'writ_requested' } }),
  writ_issued: (api, id) => api.reportOutcome({ id, body: { type: 'writ_issued' } }),
  closed: (api, id) => api.reportOutcome({ id, body: { type: 'closed' } }),
} satisfies Partial<Record<State, Step>>;

type Stop = keyof typeof life;

/** States beside that life: from which state of it, and what then happens. */
const branches: Partial<
  Record<State, { from: Stop; step: (attorney: Client, customer: Client, id: string) => Promise<unknown> }>
> = {
  draft: {
    from: 'notice_review',
    step: (api, _, id) =>
      api.reviewCase({ id, body: { decision: 'request_changes', notes: 'The rent of June?', documentHashes: [] } }),
  },
  on_hold: { from: 'notice_review', step: (api, _, id) => api.holdCase({ id, body: { reason: 'bankruptcy' } }) },
  withdrawn: {
    from: 'notice_review',
    step: async (api, customer, id) => {
      await customer.withdrawCase({ id });
      await api.reportOutcome({ id, body: { type: 'closed' } });
    },
  },
  resolved: {
    from: 'cure_period',
    step: async (api, customer, id) => {
      await customer.reportCure({ id });
      await api.reportOutcome({ id, body: { type: 'closed' } });
    },
  },
  filing_rejected: {
    from: 'filing_submitted',
    step: (api, _, id) =>
      api.reportFiling({
        id,
        body: { status: 'rejected', rejectionReasons: [{ code: 'fee', description: 'The fee is missing.' }] },
      }),
  },
};

/** A live case for each state in which an attorney's case can rest, in the organization of the accounts. */
export async function prepareLiveCases(baseUrl: string, accounts: Accounts): Promise<LiveCase[]> {
  const attorney = createClient({ baseUrl, credential: accounts.attorney });
  const customer = createClient({ baseUrl, credential: accounts.liveKey });
  const cases: LiveCase[] = [];
  const stops = Object.keys(life) as Stop[];
  const states = [...stops, ...(Object.keys(branches) as State[])];
  for (const state of states) {
    const branch = branches[state];
    const last = branch?.from ?? (state as Stop);
    const entry = stops.indexOf(last) < stops.indexOf('filing_review') ? 'notice_review' : 'filing_review';
    const id = await newCase(customer, entry);
    await reaches(attorney, id, entry);
    await attorney.setDeadline({ id, body: { name: 'Mediation', date: day(5), citation: 'Md. Rule 17-205' } });
    for (const stop of stops.slice(stops.indexOf(entry), stops.indexOf(last) + 1)) await life[stop](attorney, id);
    await branch?.step(attorney, customer, id);
    cases.push(await described(attorney, customer, await reaches(attorney, id, state)));
  }
  await attorney.updateAttorney({ body: { asksFirst: true } });
  const asked = await newCase(customer, 'notice_review');
  cases.push(await described(attorney, customer, await reaches(attorney, asked, 'attorney_assigned')));
  await attorney.updateAttorney({ body: { asksFirst: false } });
  return cases;
}

async function newCase(customer: Client, entry: 'notice_review' | 'filing_review'): Promise<string> {
  const { property } = marylandFacts();
  const isFiling = entry === 'filing_review';
  const { id } = await customer.createCase({ body: isFiling ? holdoverFiling({ property }) : marylandFacts() });
  for (const { bytes, filename = '', purpose = 'other' } of isFiling ? filingEvidence : []) {
    const content = Buffer.from(bytes).toString('base64');
    await customer.uploadDocument({ id, body: { filename, purpose, contentBase64: content } });
  }
  await customer.uploadDocument({ id, body: { filename: 'lease.pdf', purpose: 'other', contentBase64 } });
  await customer.submitCase({ id });
  return id;
}

async function described(attorney: Client, customer: Client, found: AttorneyCase): Promise<LiveCase> {
  const { id, state, documents, serviceAttempts, filings } = found;
  const { items: charges } = await customer.listCharges({ id });
  const { deadlines }: Pick<Case, 'deadlines'> = await attorney.getAttorneyCase({ id });
  return {
    id,
    state,
    docId: documents[0]?.id ?? null,
    attemptId: serviceAttempts[0]?.id ?? null,
    filingId: filings[0]?.id ?? null,
    deadlineId: deadlines.find((deadline) => deadline.id !== undefined)?.id ?? null,
    chargeId: charges[0]?.id ?? null,
  };
}

function attach(attorney: Client, id: string, kind: 'notice' | 'filing'): Promise<unknown> {
  return attorney.attachDocument({ id, body: { kind, filename: `${kind}.pdf`, contentBase64 } });
}

/** Approves what is under review, when its summary is there. */
async function approve(attorney: Client, id: string): Promise<unknown> {
  const { documents } = await until(
    () => attorney.getReviewRequirements({ id }),
    (demand) => demand.documents.length > 1,
  );
  const documentHashes = documents.map(({ contentHash }) => contentHash);
  return attorney.reviewCase({ id, body: { decision: 'approve', documentHashes } });
}

function reaches(attorney: Client, id: string, state: State): Promise<AttorneyCase> {
  return until(
    // Not theirs until it is assigned.
    () => attorney.getAttorneyCase({ id }).catch(() => null),
    (found): found is AttorneyCase => found?.state === state,
    `${id} does not reach ${state}`,
  );
}

/** Asks until the response is the wanted one; gives up after a minute. */
async function until<T, W extends T>(
  ask: () => Promise<T>,
  isWanted: ((found: T) => found is W) | ((found: T) => boolean),
  failure = 'it does not come',
): Promise<W> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await ask();
    if (isWanted(found)) return found as W;
    if (Date.now() > deadline) throw new Error(failure);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
