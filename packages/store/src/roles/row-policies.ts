import type { Process, Table } from './grants.ts';

/** Row-level security beside that of commands. */
export interface RowPolicy {
  /** The rows that the process reads and changes; all by default. */
  rows?: string;
  /** The rows that it inserts; those by default. */
  inserted?: string;
  /** The rows that it changes or deletes; those by default. */
  changed?: string;
}

/**
 * The scope of the request that a gateway works on: `withScope` in ../database/scope.ts. A connection of this release
 * begins with an empty one, which has no rows; one of the release before sets none.
 */
const ofScope = `((SELECT current_setting('evict.organization', true)) IS NULL OR (
  "organizationId" = current_setting('evict.organization', true) AND mode = current_setting('evict.mode', true)))`;
const outsideScope = `coalesce((SELECT current_setting('evict.organization', true)), '') = ''`;
// Row-level security of the table that is named applies inside too.
/** Also of the policies of commands: ./apply-roles.ts. */
export const ofCaseInScope = 'EXISTS (SELECT FROM "Case" c WHERE c.id = "caseId")';
const ofChargeInScope = 'EXISTS (SELECT FROM "Charge" c WHERE c.id = "chargeId")';
const ofImportInScope = 'EXISTS (SELECT FROM "CaseImport" i WHERE i.id = "importId")';
const ofEndpointInScope = 'EXISTS (SELECT FROM "WebhookEndpoint" e WHERE e.id = "endpointId")';
const ofDeliveryInScope = 'EXISTS (SELECT FROM "WebhookDelivery" d WHERE d.id = "deliveryId")';
/** What is stored whole is neither removed nor replaced by who stores more. */
const beingStored: RowPolicy = { changed: 'NOT complete' };

/** Of these tables each process has its policies, and one that is not named here reads and writes all of its rows. */
export const rowPolicies: Readonly<Partial<Record<Table, Readonly<Partial<Record<Process, RowPolicy>>>>>> = {
  Case: { customer_gateway: { rows: ofScope, inserted: `${ofScope} AND state = 'draft'` } },
  CaseEvent: { customer_gateway: { rows: `CASE WHEN internal THEN ${ofCaseInScope} ELSE ${ofScope} END` } },
  // Reads are not bound: behind a policy the planner cannot use the index of the texts.
  CaseSearch: { customer_gateway: { inserted: ofScope, changed: ofScope } },
  CaseRead: { customer_gateway: { rows: ofCaseInScope } },
  Document: { customer_gateway: { rows: ofCaseInScope, inserted: `${ofCaseInScope} AND kind = 'evidence'` } },
  Note: {
    customer_gateway: { rows: ofCaseInScope, inserted: `${ofCaseInScope} AND "writtenBy" = 'customer'` },
    attorney_gateway: { inserted: `"writtenBy" = 'attorney'` },
    case_worker: { inserted: `"writtenBy" = 'attorney'` },
    ops: { inserted: `"writtenBy" = 'platform'` },
  },
  Blob: { customer_gateway: beingStored, attorney_gateway: beingStored },
  Charge: { customer_gateway: { rows: ofCaseInScope } },
  // Attorneys work in no scope, and their links are of no organization.
  CalendarLink: { customer_gateway: { rows: `${ofScope} OR ("organizationId" IS NULL AND ${outsideScope})` } },
  IntakeFile: { customer_gateway: { rows: ofScope } },
  CaseImport: { customer_gateway: { rows: ofScope } },
  Confirmation: { customer_gateway: { rows: ofScope, inserted: `${ofScope} AND ${ofCaseInScope}` } },
  UploadLink: { customer_gateway: { rows: ofScope, inserted: `${ofScope} AND ${ofCaseInScope}` } },
  CaseImportRow: { customer_gateway: { rows: ofImportInScope } },
  Checkout: { customer_gateway: { rows: ofChargeInScope } },
  WebhookEndpoint: { customer_gateway: { rows: ofScope } },
  WebhookDelivery: { customer_gateway: { rows: ofEndpointInScope } },
  WebhookAttempt: { customer_gateway: { rows: ofDeliveryInScope } },
};
