import { newId } from '../ids.ts';
import { countRows, prismaOf, sql, type Statement, type Store } from '../database/store.ts';

/** A change made with the operators' command line, without tenant data. */
export interface OperatorAction {
  operator: string;
  identifiedBy: 'oidc' | 'certificate' | 'declared';
  /** For example `attorney license`. */
  command: string;
  /** The id of the case, account or other row that is changed. Null if the command creates it. */
  subject: string | null;
  detail: Record<string, unknown> | null;
}

/**
 * Records a change before it happens, in the audit log of the organization that it concerns, so that every change has
 * an operator on record. Returns the id of the record.
 */
export async function beginOperatorAction(store: Store, action: OperatorAction): Promise<string> {
  const { operator, identifiedBy, command, subject, detail } = action;
  const id = newId('operatorAction');
  await countRows(store)`
    INSERT INTO "OperatorAction" (id, operator, "identifiedBy", command, subject, detail, "organizationId")
    VALUES (${id}, ${operator}, ${identifiedBy}, ${command}, ${subject}, ${detail && JSON.stringify(detail)}::jsonb,
      ${organizationOf(subject)})`;
  return id;
}

/**
 * SQL for the organization that the subject belongs to. Null for an attorney, and for a subject that no longer exists.
 */
function organizationOf(subject: string | null): Statement {
  return sql`(SELECT id FROM "Organization" WHERE id = ${subject}
    UNION ALL SELECT "organizationId" FROM "User" WHERE id = ${subject}
    UNION ALL SELECT "organizationId" FROM "Case" WHERE id = ${subject}
    UNION ALL SELECT c."organizationId" FROM "Charge" h JOIN "Case" c ON c.id = h."caseId" WHERE h.id = ${subject}
    UNION ALL SELECT "organizationId" FROM "WebhookEndpoint" WHERE id = ${subject}
    UNION ALL SELECT e."organizationId" FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.id = ${subject})`;
}

/**
 * Records how the change ended: `done`, or an error code. `subject` is the id of the attorney or token that it created,
 * which belong to no organization.
 */
export async function endOperatorAction(
  store: Store,
  id: string,
  { outcome, subject }: { outcome: string; subject?: string },
): Promise<void> {
  await prismaOf(store).operatorAction.update({
    where: { id },
    data: { outcome, ...(subject !== undefined && { subject }) },
    select: { id: true },
  });
}
