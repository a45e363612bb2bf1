import { websitePages } from '@evict/contract/website-pages';
import type { Gateway } from '@evict/http';
import type { Dependencies } from './dependencies.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { auditRoutes } from './routes/audit.ts';
import { calendarLinkRoutes } from './routes/calendar-links.ts';
import { caseActionRoutes } from './routes/case-actions.ts';
import { caseImportRoutes } from './routes/case-imports.ts';
import { caseRoutes } from './routes/cases.ts';
import { chargeRoutes } from './routes/charges.ts';
import { connectionRoutes } from './routes/connections.ts';
import { confirmationRoutes } from './routes/confirmations.ts';
import { documentRoutes } from './routes/documents.ts';
import { eventFeedRoutes } from './routes/event-feed.ts';
import { factRoutes } from './routes/facts.ts';
import { intakeRoutes } from './routes/intake.ts';
import { meRoutes } from './routes/me.ts';
import { noteRoutes } from './routes/notes.ts';
import { organizationRoutes } from './routes/organization.ts';
import { overviewRoutes } from './routes/overview.ts';
import { simulationRoutes } from './routes/simulations.ts';
import { singleSignOnRoutes } from './routes/single-sign-on.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts';
import { createSingleSignOn } from './single-sign-on.ts';

export type { Dependencies } from './dependencies.ts';

/** Adds the routes of the customer API, for API keys, sessions and agents. */
export function mountCustomerRoutes(gateway: Gateway, dependencies: Dependencies): void {
  meRoutes(gateway, dependencies);
  organizationRoutes(gateway, dependencies);
  const { secretKeys, websiteOrigin, fetchGuarded: fetch } = dependencies;
  const redirectUri = `${websiteOrigin}${websitePages.singleSignOnDone()}`;
  singleSignOnRoutes(gateway, {
    ...dependencies,
    singleSignOn: createSingleSignOn({ secretKeys, redirectUri, fetch }),
  });
  apiKeyRoutes(gateway, dependencies);
  connectionRoutes(gateway, dependencies);
  caseRoutes(gateway, dependencies);
  caseImportRoutes(gateway, dependencies);
  intakeRoutes(gateway, dependencies);
  overviewRoutes(gateway, dependencies);
  calendarLinkRoutes(gateway, dependencies);
  documentRoutes(gateway, dependencies);
  caseActionRoutes(gateway, dependencies);
  confirmationRoutes(gateway, dependencies);
  factRoutes(gateway, dependencies);
  simulationRoutes(gateway, dependencies);
  noteRoutes(gateway, dependencies);
  chargeRoutes(gateway, dependencies);
  eventFeedRoutes(gateway, dependencies);
  webhookEndpointRoutes(gateway, dependencies);
  webhookDeliveryRoutes(gateway, dependencies);
  auditRoutes(gateway, dependencies);
  mcpRoutes(gateway, dependencies);
}
