import { type GateResults, judgeDraft } from '@evict/case-model';
import type { CaseRow } from './types.ts';

/** The current gates of a draft; for a submitted case those frozen at submit. */
export function gatesOf({ state, gates, mode, facts, documents, now, clockAheadMs }: CaseRow): GateResults {
  if (state !== 'draft' && gates) return gates;
  const uploads = documents.flatMap(({ purpose, filename }) => (purpose === null ? [] : [{ purpose, filename }]));
  return judgeDraft({ mode, facts, uploads }, now + clockAheadMs);
}
