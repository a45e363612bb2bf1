import type { Casework, PlatformCommand } from '../commands.ts';
import type { Stage } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { returnToReview } from './filing.ts';

export const documentCommands = { attach, summary_made: summaryMade, evidence_added: evidenceAdded };

type Attach = Extract<Casework, { kind: 'attach' }>;
type SummaryMade = Extract<PlatformCommand, { kind: 'summary_made' }>;
type EvidenceAdded = Extract<PlatformCommand, { kind: 'evidence_added' }>;

/** The states in which documents can be attached. Afterwards the approved set is fixed. */
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
 * Attaches a document that the attorney will serve or file, or a proof of service. An approval of the stage must name
 * the former; no approval covers the latter. A document attached after the court returned a filing replaces everything
 * that was filed. Attached by the attorney, it also returns the filing to review; operators do that by a command.
 */
function attach(turn: Turn, { as, document, replaces }: Attach): Decision {
  const { record } = turn;
  if (as === 'proof') return record.state === 'draft' ? refuse('invalid_transition') : turn.done();
  const state = record.state === 'on_hold' ? record.heldFrom : record.state;
  if (state === null || !preparing[as].includes(state)) return refuse('invalid_transition');
  const afterFilings = record.filings.length;
  const kept = record.stageDocuments[as].filter(
    (one) => (one.afterFilings ?? 0) === afterFilings && !replaces.includes(one.id),
  );
  const { id, contentHash } = document;
  turn.patch({
    stageDocuments: { ...record.stageDocuments, [as]: [...kept, { id, contentHash, afterFilings }] },
    revisions: { ...record.revisions, [as]: record.revisions[as] + 1 },
  });
  if (as === 'filing' && turn.author === 'attorney' && turn.can('rework_filing')) returnToReview(turn);
  return turn.done();
}

/** A new summary for the review of a stage. Its bytes differ, so the previous approval no longer counts. */
function summaryMade(turn: Turn, { stage, summary, factsVersion }: SummaryMade): Decision {
  const { summaries, revisions, failure } = turn.record;
  turn.patch({
    summaries: { ...summaries, [stage]: { ...summary, factsVersion } },
    revisions: { ...revisions, [stage]: revisions[stage] + 1 },
    factsVersion: Math.max(turn.record.factsVersion, factsVersion),
    // A failed search for an attorney keeps its attempt count.
    failure: failure?.step === 'render_documents' ? null : failure,
  });
  return turn.done();
}

/** Evidence was added; a case under review needs a new summary. */
function evidenceAdded(turn: Turn, { factsVersion }: EvidenceAdded): Decision {
  if (factsVersion > turn.record.factsVersion) turn.patch({ factsVersion });
  return turn.done();
}
