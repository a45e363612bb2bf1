import { raw, sql, type Statement } from '../database/store.ts';

/** A case requested by an attorney, who may see live cases assigned to them, in any state. */
export interface AssignedCase {
  attorneyId: string;
  caseId: string;
}

/** Whether case `c` is this case, and a live case of the attorney. */
export function isAssigned({ attorneyId, caseId }: AssignedCase): Statement {
  return sql`c.id = ${caseId} AND c."attorneyId" = ${attorneyId} AND c.mode = 'live'`;
}

/** What of a case is listed: by its id for a caller whose access was checked, or for an attorney while it is theirs. */
export type Listed = string | AssignedCase;

/** The id of the case, and whether it may be listed. */
export function accessTo(listed: Listed): { caseId: string; isVisible: Statement } {
  if (typeof listed === 'string') return { caseId: listed, isVisible: raw('true') };
  return { caseId: listed.caseId, isVisible: sql`EXISTS (SELECT FROM "Case" c WHERE ${isAssigned(listed)})` };
}
