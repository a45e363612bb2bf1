import { sql, type Statement } from '../database/store.ts';
import type { Scope } from './types.ts';

/** A case requested by an attorney. Attorneys may see the live cases assigned to them, in any state. */
export interface AssignedCase {
  attorneyId: string;
  caseId: string;
}

/** An SQL condition: case `c` is this case, a live case assigned to the attorney. */
export function isAssigned({ attorneyId, caseId }: AssignedCase): Statement {
  return sql`c.id = ${caseId} AND c."attorneyId" = ${attorneyId} AND c.mode = 'live'`;
}

/** A case requested by a customer. Customers may see their organization's cases in the mode of their credential. */
export interface ScopedCase {
  scope: Scope;
  caseId: string;
}

/** An SQL condition: case `c` is this case and belongs to the scope. */
export function isInScope({ scope: { organizationId, mode }, caseId }: ScopedCase): Statement {
  return sql`c.id = ${caseId} AND c."organizationId" = ${organizationId} AND c.mode = ${mode}`;
}

/** The case that a command is for. Only customers have a scope. The access of other callers is checked earlier. */
export interface CommandedCase {
  scope?: Scope | undefined;
  caseId: string;
}

/** An SQL condition: case `c` is this case, and belongs to the scope if there is one. */
export function isCommanded({ scope, caseId }: CommandedCase): Statement {
  return scope ? isInScope({ scope, caseId }) : sql`c.id = ${caseId}`;
}

/** The case whose items are listed: a customer's case in their scope, or a case currently assigned to the attorney. */
export type Listed = ScopedCase | AssignedCase;

/** Returns the id of the case, and an SQL condition that holds if the caller may list its items. */
export function accessTo(listed: Listed): { caseId: string; isVisible: Statement } {
  const isTheirs = 'scope' in listed ? isInScope(listed) : isAssigned(listed);
  return { caseId: listed.caseId, isVisible: sql`EXISTS (SELECT FROM "Case" c WHERE ${isTheirs})` };
}
