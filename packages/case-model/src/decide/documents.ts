import type { OperatorCommand, PlatformCommand } from '../commands.ts';
import type { Stage } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const documentCommands = { attach, summary_made: summaryMade, evidence_added: evidenceAdded };

type Attach = Extract<OperatorCommand, { kind: 'attach' }>;
type SummaryMade = Extract<PlatformCommand, { kind: 'summary_made' }>;
type EvidenceAdded = Extract<PlatformCommand, { kind: 'evidence_added' }>;

/** Where the papers of a stage are still being prepared; afterwards they are what was approved. */
const preparing: Record<Stage, readonly State[]> = {
  notice: ['submitted', 'notice_review'],
  filing: [
    'submitted',
    'notice_review',
    'notice_approved',
    'notice_sent',
    'cure_period',
    'filing_review',
    'filing_rejected',
  ],
};

/**
 * Operators attach what the attorney will serve or file, and it becomes what an approval of that stage must name; or a
 * proof of service, which no approval is about. What is attached after the court returned a filing takes the place of
 * all that was filed.
 */
function attach(turn: Turn, { as, document, replaces }: Attach): Decision {
  const { record } = turn;
  if (as === 'proof') return record.state === 'draft' ? refuse('invalid_transition') : turn.done();
  const place = record.state === 'on_hold' ? record.heldFrom : record.state;
  if (place === null || !preparing[as].includes(place)) return refuse('invalid_transition');
  const afterFilings = record.filings.length;
  const kept = record.stageDocuments[as].filter(
    (one) => (one.afterFilings ?? 0) === afterFilings && !replaces.includes(one.id),
  );
  const { id, contentHash } = document;
  turn.patch({
    stageDocuments: { ...record.stageDocuments, [as]: [...kept, { id, contentHash, afterFilings }] },
    revisions: { ...record.revisions, [as]: record.revisions[as] + 1 },
  });
  return turn.done();
}

/** A summary for the review of a stage: it alone has other bytes than the one before, whose approval ends. */
function summaryMade(turn: Turn, { stage, summary, factsVersion }: SummaryMade): Decision {
  const { summaries, revisions, failure } = turn.record;
  turn.patch({
    summaries: { ...summaries, [stage]: { ...summary, factsVersion } },
    revisions: { ...revisions, [stage]: revisions[stage] + 1 },
    factsVersion: Math.max(turn.record.factsVersion, factsVersion),
    // The search for an attorney that has failed meanwhile goes on counting.
    failure: failure?.step === 'render_documents' ? null : failure,
  });
  return turn.done();
}

/** The case hears of evidence that was added; under review it takes a new summary. */
function evidenceAdded(turn: Turn, { factsVersion }: EvidenceAdded): Decision {
  if (factsVersion > turn.record.factsVersion) turn.patch({ factsVersion });
  return turn.done();
}
