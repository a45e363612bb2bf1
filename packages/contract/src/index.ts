export { ApiError, errorCodes, invalidRequest, type ErrorCode, type Issue } from './errors.ts';
export type { IdKind } from '@evict/case-model';
export { idPattern, isId } from './ids.ts';
export {
  bodyLimits,
  defaultStorageQuota,
  deliveryRate,
  ipv6Counting,
  jsonLimits,
  limits,
  maxActiveApiKeys,
  maxCaseBytes,
  maxCaseDocuments,
  maxCustomerFacts,
  maxDocumentBytes,
  maxMembers,
  maxPageBytes,
  maxWebhookEndpoints,
  rates,
  searchBudgetMs,
  type Limit,
  type LimitName,
  type Rate,
  type RateName,
} from './limits.ts';
export { type AttorneyForm, attorneyForms, eventNames } from './page-data.ts';
export { refusalError } from './refusal.ts';
export { routes, type OperationId } from './routes.ts';
export {
  needsDatabase,
  routeErrors,
  type Route,
  type RouteResponse,
  type RouteBody,
  type RouteError,
  type RouteQuery,
} from './routes/route.ts';
export { shapeOf } from './shape.ts';
export { validate, type Validated } from './validate.ts';
export { email } from './routes/public.ts';
export type { Case, ListCasesQuery } from './schemas/case.ts';
export { pageSize } from './schemas/page.ts';
export type { CreateCaseBody, UpdateCaseBody, UploadDocumentBody } from './schemas/case-input.ts';
export type { Charge } from './routes/notes-and-charges.ts';
export type { Note } from './routes/notes-and-charges.ts';
export type { LeadBody } from './routes/leads.ts';
export type { LoginBody, SignupBody } from './routes/public.ts';
export type { Organization } from './routes/organization.ts';
export type { Document } from './schemas/document.ts';
export type { AuditEvent, Event } from './routes/events.ts';
export type { FeedEvent } from './routes/events.ts';
export type { GateResults } from './schemas/gates.ts';
export type { JurisdictionResponse, ResolveQuery } from './routes/jurisdictions.ts';
export type {
  ApiKey,
  CreatedApiKey,
  Member,
  MeResponse,
  OrganizationSummary,
  SessionResponse,
  User,
} from './routes/account.ts';
export type { WebhookAttempt, WebhookDelivery } from './routes/webhooks.ts';
export type { CreatedWebhookEndpoint, WebhookEndpoint } from './routes/webhooks.ts';
export { openApiDocument, type OpenApiDocument } from './openapi/document.ts';
