import type { State } from '@evict/case-model';
import type { AttorneyCase, Client } from '@evict/client';
import { day } from '../../e2e/support/facts.ts';
import { filingEvidence, holdoverFiling } from '../../e2e/support/grounds.ts';
import { marylandFacts } from '../../e2e/support/live.ts';
import { until } from './until.ts';

/** The states in which a live case can begin. The second one needs no notice period, which would take days. */
export type Entry = 'notice_review' | 'filing_review';
type Step = (attorney: Client, id: string) => Promise<unknown>;

const contentBase64 = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');

/**
 * The attorney's steps, in the order of a case's life. Each is named after the state in which the case is when the step
 * is done.
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
    api.reportService({ id, body: { stage: 'summons', status: 'served', method: 'personal', servedDate: day(0) } }),
  hearing_scheduled: (api, id) => api.reportOutcome({ id, body: { type: 'hearing_scheduled', date: day(10) } }),
  judgment_entered: (api, id) => api.reportOutcome({ id, body: { type: 'judgment', outcome: 'plaintiff' } }),
  writ_requested: (api, id) => api.reportOutcome({ id, body: { type: 'writ_requested' } }),
  writ_issued: (api, id) => api.reportOutcome({ id, body: { type: 'writ_issued' } }),
  closed: (api, id) => api.reportOutcome({ id, body: { type: 'closed' } }),
} satisfies Partial<Record<State, Step>>;
export type Stop = keyof typeof life;
export const stops = Object.keys(life) as Stop[];

/** Creates and submits a live case in Maryland. Returns its id. */
export async function newLiveCase(customer: Client, entry: Entry): Promise<string> {
  const { property } = marylandFacts();
  const isFiling = entry === 'filing_review';
  const { id } = await customer.createCase({ body: isFiling ? holdoverFiling({ property }) : marylandFacts() });
  if (isFiling) await uploadEvidence(customer, id);
  await customer.uploadDocument({ id, body: { filename: 'lease.pdf', purpose: 'other', contentBase64 } });
  await customer.submitCase({ id });
  return id;
}

/** Uploads the documents that every case beginning with the filing needs. */
export async function uploadEvidence(customer: Client, id: string): Promise<void> {
  for (const { bytes, filename = '', purpose = 'other' } of filingEvidence) {
    const body = { filename, purpose, contentBase64: Buffer.from(bytes).toString('base64') };
    await customer.uploadDocument({ id, body });
  }
}

/** Takes the attorney's new case through every step up to `last`. */
export async function lead(attorney: Client, id: string, entry: Entry, last: Stop): Promise<void> {
  await reaches(attorney, id, entry);
  for (const stop of stops.slice(stops.indexOf(entry), stops.indexOf(last) + 1)) await life[stop](attorney, id);
}

/** Waits until the attorney's case is in this state, and returns it. */
export async function reaches(attorney: Client, id: string, state: State): Promise<AttorneyCase> {
  return until(async () => {
    const found = await attorney.getAttorneyCase({ id });
    if (found.state !== state) throw new Error(`${id} is in ${found.state}, not ${state}`);
    return found;
  });
}

function attach(attorney: Client, id: string, kind: 'notice' | 'filing'): Promise<unknown> {
  return attorney.attachDocument({ id, body: { kind, filename: `${kind}.pdf`, contentBase64 } });
}

/** Approves the documents under review as soon as the summary is there. */
async function approve(attorney: Client, id: string): Promise<unknown> {
  const documents = await until(async () => {
    const found = await attorney.getReviewRequirements({ id });
    if (found.documents.length < 2) throw new Error(`${id} has no summary`);
    return found.documents;
  });
  const documentHashes = documents.map(({ contentHash }) => contentHash);
  return attorney.reviewCase({ id, body: { decision: 'approve', documentHashes } });
}
