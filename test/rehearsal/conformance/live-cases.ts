import type { State } from '@evict/case-model';
import { type Case, type Client, createClient } from '@evict/client';
import { day } from '../../e2e/support/facts.ts';
import { type Entry, lead, newLiveCase, reaches, type Stop, stops } from '../support/live-life.ts';
import type { Accounts } from './accounts.ts';

/** A live case of the attorney, with its ids, which are named like the path parameters. */
export interface LiveCase {
  id: string;
  state: State;
  docId: string | null;
  attemptId: string | null;
  filingId: string | null;
  deadlineId: string | null;
  chargeId: string | null;
}

type Branch = (attorney: Client, customer: Client, id: string) => Promise<unknown>;

/**
 * States outside the usual course of a case, with the state from which each is reached and the step that leads there.
 */
const branches: Partial<Record<State, { from: Stop; step: Branch }>> = {
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

/** Creates a live case for each state in which an attorney's case can rest, in the organization of these accounts. */
export async function prepareLiveCases(baseUrl: string, accounts: Accounts): Promise<LiveCase[]> {
  const attorney = createClient({ baseUrl, credential: accounts.attorney });
  const customer = createClient({ baseUrl, credential: accounts.liveKey });
  const cases: LiveCase[] = [];
  for (const state of [...stops, ...(Object.keys(branches) as State[])]) {
    const branch = branches[state];
    const last = branch?.from ?? (state as Stop);
    const entry: Entry = stops.indexOf(last) < stops.indexOf('filing_review') ? 'notice_review' : 'filing_review';
    const id = await newLiveCase(customer, entry);
    await reaches(attorney, id, entry);
    await attorney.setDeadline({ id, body: { name: 'Mediation', date: day(5), citation: 'Md. Rule 17-205' } });
    await lead(attorney, id, entry, last);
    await branch?.step(attorney, customer, id);
    cases.push(await described(attorney, customer, id, state));
  }
  await attorney.updateAttorney({ body: { asksFirst: true } });
  const asked = await newLiveCase(customer, 'notice_review');
  cases.push(await described(attorney, customer, asked, 'attorney_assigned'));
  await attorney.updateAttorney({ body: { asksFirst: false } });
  return cases;
}

/** Waits until the case is in this state, and returns it with its ids. */
async function described(attorney: Client, customer: Client, id: string, state: State): Promise<LiveCase> {
  const { documents, serviceAttempts, filings } = await reaches(attorney, id, state);
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
