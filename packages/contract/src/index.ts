export type { IdKind } from '@evict/case-model';
export * from './errors.ts';
export { idPattern, isId, type ParamKind } from './ids.ts';
export * from './limits.ts';
export { oauthPaths } from './oauth-paths.ts';
export * from './page-data.ts';
export { refusalError } from './refusal.ts';
export { routes } from './routes.ts';
export {
  type KeyScope,
  keyScopes,
  needsDatabase,
  type Route,
  type RouteBody,
  type RouteError,
  routeErrors,
  type RouteQuery,
  type RouteResponse,
  scopeOf,
} from './routes/route.ts';
export { toJsonSchema } from './json-schema.ts';
export { shapeOf } from './shape.ts';
export { validate } from './validate.ts';
export { openApiDocument } from './openapi/document.ts';
export { pageSize } from './schemas/page.ts';
export { email } from './routes/public.ts';
export type { ApiKey, Member } from './routes/account.ts';
export type { AttorneyToken } from './routes/attorney-account.ts';
export type { CalendarLink } from './routes/calendar.ts';
export { importRow } from './routes/case-imports.ts';
export type { Confirmation } from './routes/agents.ts';
export type { Connection } from './routes/connections.ts';
export type { AuditEntry } from './routes/audit.ts';
export type { AuditEvent, Event, FeedEvent } from './routes/events.ts';
export type { Factors } from './routes/factors.ts';
export type { JurisdictionResponse } from './routes/jurisdictions.ts';
export type { IntakeFile } from './routes/intake.ts';
export type { LeadBody } from './routes/leads.ts';
export type { Charge, Note } from './routes/notes-and-charges.ts';
export type { Organization } from './routes/organization.ts';
export type { SingleSignOn } from './routes/single-sign-on.ts';
export { type StateFact, type StateFacts, type StateFile, stateFile } from './routes/states.ts';
export type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from './routes/webhooks.ts';
export type { Case, ListCasesQuery } from './schemas/case.ts';
export type { CreateCaseBody, UpdateCaseBody } from './schemas/case-input.ts';
export type { Document } from './schemas/document.ts';
