import { caseText, type CaseRow } from '@evict/store/cases';
import { JsonText } from './call.ts';

/** A case as the body of a response. */
export function caseBody(row: CaseRow): JsonText {
  return new JsonText(caseText(row), row.id);
}
