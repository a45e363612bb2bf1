import { addDays, dateOf, nextBusinessDay, sandboxMethods, startOfDay } from '@evict/jurisdictions';
import { packOf } from './packs.ts';
import type { ServiceMethod } from './facts.ts';
import type { CaseRecord, Directive, Stage, StepName } from './record.ts';
import { reviewAfterSubmit } from './decide/engagement.ts';
import type { State } from './states.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What a case at rest waits for. All times are epoch milliseconds on the case's clock. */
export interface Step {
  readonly name: StepName;
  /** What is awaited, in words, for the operators' view; no tenant data. */
  readonly summary: string;
  /** When it comes by itself; null where it waits for somebody. */
  readonly dueAt: number | null;
  /** Where a sandbox `advance` moves the clock before it takes the step. */
  readonly advanceTo: number;
  /** What is made and stored before the step is recorded. */
  readonly documents: readonly DocumentOrder[];
}

/** A document to be made from the frozen facts. */
export interface DocumentOrder {
  readonly specId: string;
  readonly stage: Stage | null;
  readonly revision: number;
  /** For a proof: what was served, and how. The day is the case's own when the step is taken. */
  readonly service: { readonly stage: 'notice' | 'summons'; readonly method: ServiceMethod } | null;
}

/** The step that a sandbox case waits for; null for a draft, a case on hold and a finished case. */
export function sandboxStep(record: CaseRecord): Step | null {
  const { brief } = record;
  if (!brief || record.mode !== 'test') return null;
  const plan = plans[record.state as keyof typeof plans];
  return plan ? { documents: [], ...plan(record, brief.reviewDelayMs) } : null;
}

/** The documents that a stage needs under review and does not have yet. */
export function missingStageDocuments(record: CaseRecord): DocumentOrder[] {
  if (record.mode === 'live') return missingSummary(record);
  if (record.state === 'notice_review' && record.stageDocuments.notice.length === 0)
    return stageOrders(record, 'notice');
  if (record.state === 'filing_review' && record.stageDocuments.filing.length === 0)
    return stageOrders(record, 'filing');
  return [];
}

/** A live case that was submitted waits until the platform has found it an attorney. */
export function needsAttorney({ mode, state, attorneyId }: CaseRecord): boolean {
  return mode === 'live' && state === 'submitted' && attorneyId === null;
}

/**
 * The end of the notice period; null where a live case was reported none. The last day belongs to the tenant, wherever
 * in the United States: for a live case it is over when it is over at UTC−10.
 */
export function noticePeriodEnd(record: CaseRecord): number | null {
  if (record.state !== 'cure_period' || !record.notice?.expires) return null;
  return dayAfter(record.notice.expires) + (record.mode === 'live' ? 10 * hourMs : 0);
}

/** True while a directive is in the facts and has not fired. */
export function armed(record: CaseRecord, directive: Directive): boolean {
  return (record.brief?.directives.includes(directive) ?? false) && !record.fired.includes(directive);
}

/** The method of the next service attempt: each failed one moves on to the next in the pack's order. */
export function nextMethod(record: CaseRecord, stage: 'notice' | 'summons'): ServiceMethod {
  const methods = sandboxMethods(packOf(record), record.brief?.ground ?? 'nonpayment');
  const tried = record.serviceAttempts.filter((attempt) => attempt.stage === stage).length;
  return methods[Math.min(tried, methods.length - 1)] ?? 'personal';
}

type Plan = (record: CaseRecord, reviewDelayMs: number) => Omit<Step, 'documents'> & Partial<Pick<Step, 'documents'>>;

/** One resting state of a sandbox case a row. */
const plans = {
  notice_review: (record, delay) => onTimer(record, 'sandbox_review', 'The sandbox reviewer reviews the notice', delay),
  filing_review: (record, delay) => onTimer(record, 'sandbox_review', 'The sandbox reviewer reviews the filing', delay),
  notice_sent: (record) => ({
    ...onTimer(record, 'serve_notice', 'The notice is being served', dayMs),
    documents: proofOrders(record, 'notice'),
  }),
  cure_period: (record) => {
    const end = noticePeriodEnd(record) ?? record.restingSince;
    const summary = `The notice period runs through ${record.notice?.expires ?? 'its last day'}`;
    return { name: 'notice_period', summary, dueAt: end, advanceTo: end, documents: stageOrders(record, 'filing') };
  },
  filing_submitted: (record) => {
    const { restingSince } = record;
    // Clerks take a business day or two: the same time of day on the next one.
    const next = startOfDay(nextBusinessDay(packOf(record), dateOf(restingSince))) + (restingSince % dayMs);
    return { name: 'file_with_court', summary: 'The clerk reviews the filing', dueAt: next, advanceTo: next };
  },
  filing_rejected: (record) => ({
    ...onAdvance(record, 'file_with_court', 'The filing came back: it is corrected and made again'),
    documents: stageOrders(record, 'filing'),
  }),
  summons_sent: (record) => ({
    ...onTimer(record, 'serve_summons', 'The summons is being served', dayMs),
    documents: proofOrders(record, 'summons'),
  }),
  summons_served: (record) => onAdvance(record, 'court_outcome', 'The court sets a hearing'),
  hearing_scheduled: (record) => ({
    ...onAdvance(record, 'court_outcome', `The court hears the case on ${record.hearing?.date ?? 'a day to be set'}`),
    advanceTo: record.hearing ? startOfDay(record.hearing.date) : record.restingSince,
  }),
  judgment_entered: (record) => {
    if (record.judgment?.outcome !== 'plaintiff') return onAdvance(record, 'court_outcome', 'The case closes');
    const appeal = record.deadlines.find(({ name }) => name === 'appeal_period_ends');
    const summary = 'The writ is requested once the time to appeal is over';
    const advanceTo = appeal ? dayAfter(appeal.date) : record.restingSince;
    return { ...onAdvance(record, 'court_outcome', summary), advanceTo };
  },
  writ_requested: (record) => onAdvance(record, 'court_outcome', 'The court issues the writ'),
  writ_issued: (record) => onAdvance(record, 'court_outcome', 'The officer executes the writ'),
} as const satisfies Partial<Record<State, Plan>>;

/** A live case is reviewed by its summary, made from the newest facts and uploads; the first one at submit. */
function missingSummary(record: CaseRecord): DocumentOrder[] {
  const stage = stageToReview(record);
  if (stage === null) return [];
  const { summaries, factsVersion, revisions } = record;
  if ((summaries[stage]?.factsVersion ?? -1) >= factsVersion) return [];
  return [{ specId: 'intake.summary.v1', stage, revision: revisions[stage] + 1, service: null }];
}

function stageToReview(record: CaseRecord): Stage | null {
  const state = record.state === 'submitted' ? reviewAfterSubmit(record) : record.state;
  if (state === 'notice_review') return 'notice';
  return state === 'filing_review' ? 'filing' : null;
}

function onTimer({ restingSince }: CaseRecord, name: StepName, summary: string, delayMs: number) {
  return { name, summary, dueAt: restingSince + delayMs, advanceTo: restingSince + delayMs };
}

function onAdvance({ restingSince }: CaseRecord, name: StepName, summary: string) {
  return { name, summary, dueAt: null, advanceTo: restingSince };
}

/** The last day belongs to the tenant: the case moves when the next one begins. */
function dayAfter(date: string): number {
  return startOfDay(addDays(date, 1));
}

function stageOrders(record: CaseRecord, stage: Stage): DocumentOrder[] {
  const revision = record.revisions[stage] + 1;
  const versions = record.brief?.packVersions;
  const specIds = stage === 'notice' ? [versions?.notice] : [versions?.filing, 'zz.summons.v1'];
  return specIds.flatMap((specId) => (specId ? [{ specId, stage, revision, service: null }] : []));
}

function proofOrders(record: CaseRecord, stage: 'notice' | 'summons'): DocumentOrder[] {
  const attempt = record.serviceAttempts.findLast((one) => one.stage === stage && one.status === 'pending');
  // A try that is going to fail leaves no proof.
  if (!attempt || armed(record, 'service_failed')) return [];
  return [{ specId: `zz.proof.${stage}.v1`, stage: null, revision: 1, service: { stage, method: attempt.method } }];
}
