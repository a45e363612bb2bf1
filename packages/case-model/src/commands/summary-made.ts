import type { Stage, StageDocument } from '../record.ts';
import { defineCommand } from './command.ts';

interface SummaryMade {
  readonly kind: 'summary_made';
  readonly stage: Stage;
  readonly summary: StageDocument;
  /** Of the facts and uploads that it was rendered from. */
  readonly factsVersion: number;
}

/** A new summary of a live case for the review of a stage. Its bytes differ, so the previous approval no longer counts. */
export const summaryMade = defineCommand<SummaryMade>()({
  authors: [],
  title: 'Keep a summary that was made',
  description: 'The case summary under review was made.',
  decide(turn, { stage, summary, factsVersion }) {
    const { summaries, revisions, failure } = turn.record;
    turn.patch({
      summaries: { ...summaries, [stage]: { ...summary, factsVersion } },
      revisions: { ...revisions, [stage]: revisions[stage] + 1 },
      // A failed search for an attorney keeps its attempt count.
      failure: failure?.step === 'render_documents' ? null : failure,
    });
    return turn.done();
  },
});
