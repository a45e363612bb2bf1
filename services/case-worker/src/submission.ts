import { createHash } from 'node:crypto';
import {
  attest,
  type CaseFacts,
  type Command,
  directivesIn,
  type GateResults,
  isSandbox,
  judgeDraft,
  type Materials,
  type Mode,
  priorNoticeRunsThrough,
  rulesFor,
  type SubmissionSnapshot,
} from '@evict/case-model';
import { packVersions } from '@evict/jurisdictions';
import type { CommandOnFile, DecidableCase, Frozen } from '@evict/store/decisions';

type Submit = Extract<Command, { kind: 'submit' }>;

/** A submit command with the data that it freezes, or the reason why the case can't be submitted. */
export type PreparedSubmit =
  | { ok: true; command: Submit; frozen: Frozen }
  | { ok: false; code: 'documents_unavailable' }
  | { ok: false; code: 'gates_failed'; gates: GateResults };

/**
 * Checks a draft's gates at `caseTime` (epoch milliseconds on the case's clock), and extracts from its facts the data
 * that later decisions use.
 */
export function prepareSubmit(
  { organizationId, mode, record, factsVersion }: DecidableCase,
  { authorId, confirmation, known: { attorneyLapsed = false }, materials: { draft } }: CommandOnFile,
  { caseTime, reviewDelayMs }: { caseTime: number; reviewDelayMs: number },
): PreparedSubmit {
  if (!draft) throw new Error('the facts of the draft must be loaded before a submit is decided');
  const { facts, exhibits, noticeFactsHash: hashBefore, noticeFactsVersion: versionBefore } = draft;
  const gates = judgeDraft({ mode, facts, uploads: exhibits }, caseTime);
  if (record.state === 'draft') {
    if (!gates.passed) return { ok: false, code: 'gates_failed', gates };
    if (isSandbox({ mode }) && !rulesFor(mode, facts.property.state))
      return { ok: false, code: 'documents_unavailable' };
  }
  const noticeFactsHash = hashOfNotice(facts);
  // A served notice remains valid only while the facts that it states are unchanged.
  const noticeFactsVersion = hashBefore === noticeFactsHash ? versionBefore : versionBefore + 1;
  const submission = { ...snapshotOf(mode, facts, reviewDelayMs), factsVersion, noticeFactsVersion };
  // If a person confirmed an agent's submit, that person has attested.
  const attested = { by: confirmation?.by ?? authorId, organizationId, ...attest(facts.attestations) };
  return {
    ok: true,
    command: { kind: 'submit', submission, attorneyLapsed, attested },
    frozen: { gates, factsHash: hashOfFacts(facts, exhibits), noticeFactsHash },
  };
}

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

/** Hashes the facts and uploaded documents as submitted. */
function hashOfFacts(facts: CaseFacts, exhibits: Materials['draft']['exhibits']): string {
  return hashOf({ facts, documents: exhibits.map(({ purpose, contentHash }) => [purpose, contentHash]) });
}

/** Hashes the facts that a notice states. */
function hashOfNotice({ parties, property, ground, amountOwedCents, violation }: CaseFacts): string {
  return hashOf({ parties, property, ground, amountOwedCents, violation });
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

/** Returns JSON with sorted keys, because PostgreSQL doesn't preserve the order of a stored object's keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
