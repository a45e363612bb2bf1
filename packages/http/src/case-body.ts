import { caseText, type CaseRow } from '@evict/store/cases';
import { JsonText } from './call.ts';

/** Returns the case as a response body. */
export function caseBody(row: CaseRow): JsonText {
  return new JsonText(caseText(row), row.id);
}
