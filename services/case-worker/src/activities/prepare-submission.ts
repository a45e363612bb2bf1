import {
  type SubmissionSnapshot,
  type CaseFacts,
  directivesIn,
  evaluateGates,
  gateDates,
  isSandbox,
  type Mode,
  priorNoticeRunsThrough,
  rulesFor,
} from '@evict/case-model';
import { packVersions } from '@evict/jurisdictions';
import { isEligible } from '@evict/store/attorneys';
import { type Exhibit, getSubmissionInputs, listExhibits } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import type { PreparedSubmission, RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';
import { noticeFactsHash } from './frozen-facts.ts';

interface Dependencies {
  store: Store;
  sandboxReviewDelayMs: number;
}

/** Checks a draft's gates and returns the part of its facts that may enter Temporal. Recording checks them again. */
export function createPrepareSubmission({
  store,
  sandboxReviewDelayMs,
}: Dependencies): RecordActivities['prepareSubmission'] {
  return ({ caseId, caseTime }) => withoutValues(() => prepare(store, sandboxReviewDelayMs, caseId, caseTime));
}

async function prepare(
  store: Store,
  reviewDelayMs: number,
  caseId: string,
  caseTime: number,
): Promise<PreparedSubmission> {
  const row = await getSubmissionInputs(store, caseId);
  const { mode, facts } = row;
  // Not a draft: an earlier attempt of this submit may have been recorded. Recording decides.
  if (row.state === 'draft') {
    if (!checkGates(mode, facts, await listExhibits(store, caseId), caseTime).passed)
      return { ok: false, code: 'gates_failed' };
    if (isSandbox({ mode }) && !rulesFor(mode, facts.property.state))
      return { ok: false, code: 'documents_unavailable' };
  }
  // A number instead of a hash: a hash of names and amounts could be found by brute force.
  const isSameNotice = row.noticeFactsHash === noticeFactsHash(facts);
  const noticeFactsVersion = isSameNotice ? row.noticeFactsVersion : row.noticeFactsVersion + 1;
  const { factsVersion, attorneyId } = row;
  const submission = { ...snapshotOf(mode, facts, reviewDelayMs), factsVersion, noticeFactsVersion };
  const attorneyLapsed = attorneyId !== null && !(await isEligible(store, attorneyId, submission.jurisdiction));
  return { ok: true, submission, factsVersion, attorneyLapsed };
}

/** Evaluates a draft's gates at a time on the case's clock, in epoch milliseconds. */
export function checkGates(mode: Mode, facts: CaseFacts, exhibits: readonly Exhibit[], caseTime: number) {
  const documentPurposes = exhibits.map(({ purpose }) => purpose);
  const filenames = exhibits.map(({ filename }) => filename);
  return evaluateGates({ mode, facts, documentPurposes, filenames, today: gateDates(mode, caseTime) });
}

/** Dates and flags of the facts; nothing that identifies the tenant. */
function snapshotOf(
  mode: Mode,
  facts: CaseFacts,
  reviewDelayMs: number,
): Omit<SubmissionSnapshot, 'factsVersion' | 'noticeFactsVersion'> {
  const { ground, entryPoint, attestations, lease, parties, property } = facts;
  const pack = rulesFor(mode, property.state);
  const expires = priorNoticeRunsThrough(facts, pack);
  const prior = facts.priorNotice;
  return {
    ground,
    entryPoint,
    jurisdiction: property.state.toUpperCase(),
    packVersions: pack ? packVersions(pack, entryPoint, ground) : null,
    caresCovered: attestations.caresCovered ?? false,
    servicemember: attestations.servicemember ?? 'unknown',
    leaseEndDate: lease?.endDate ?? null,
    priorNotice: prior && expires ? { servedDate: prior.servedDate, method: prior.method, expires } : null,
    directives: isSandbox({ mode }) ? directivesIn(facts.freeText) : [],
    defendants: parties.flatMap(({ role }, index) => (role === 'defendant' ? [index] : [])),
    reviewDelayMs,
  };
}
