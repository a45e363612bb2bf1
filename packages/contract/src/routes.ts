import { accountRoutes } from './routes/account.ts';
import { attorneyDeskRoutes } from './routes/attorney-desk.ts';
import { attorneyRoutes } from './routes/attorney.ts';
import { caseActionRoutes } from './routes/case-actions.ts';
import { caseRoutes } from './routes/cases.ts';
import { eventFeedRoutes } from './routes/event-feed.ts';
import { factRoutes } from './routes/facts.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { caseworkRoutes } from './routes/casework.ts';
import { leadRoutes } from './routes/leads.ts';
import { noteAndChargeRoutes } from './routes/notes-and-charges.ts';
import { organizationRoutes } from './routes/organization.ts';
import { passwordResetRoutes } from './routes/password-reset.ts';
import { publicRoutes } from './routes/public.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts';
import type { Route } from './routes/route.ts';

/** Every operation of the interface by its operationId. */
export const routes = {
  ...publicRoutes,
  ...passwordResetRoutes,
  ...invitationRoutes,
  ...leadRoutes,
  ...accountRoutes,
  ...caseRoutes,
  ...caseActionRoutes,
  ...noteAndChargeRoutes,
  ...organizationRoutes,
  ...attorneyRoutes,
  ...attorneyDeskRoutes,
  ...eventFeedRoutes,
  ...caseworkRoutes,
  ...factRoutes,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
} as const satisfies Record<string, Route>;

export type OperationId = keyof typeof routes;
