import { accountRoutes } from './routes/account.ts';
import { attorneyAccountRoutes } from './routes/attorney-account.ts';
import { auditRoutes } from './routes/audit.ts';
import { attorneyDeskRoutes } from './routes/attorney-desk.ts';
import { attorneyRoutes } from './routes/attorney.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { caseActionRoutes } from './routes/case-actions.ts';
import { caseImportRoutes } from './routes/case-imports.ts';
import { agentRoutes } from './routes/agents.ts';
import { connectionRoutes } from './routes/connections.ts';
import { caseRoutes } from './routes/cases.ts';
import { eventFeedRoutes } from './routes/events.ts';
import { factorRoutes } from './routes/factors.ts';
import { factRoutes } from './routes/facts.ts';
import { intakeRoutes } from './routes/intake.ts';
import { publicRoutes } from './routes/public.ts';
import { caseworkRoutes } from './routes/casework.ts';
import { leadRoutes } from './routes/leads.ts';
import { noteAndChargeRoutes } from './routes/notes-and-charges.ts';
import { organizationRoutes } from './routes/organization.ts';
import { overviewRoutes } from './routes/overview.ts';
import { stateRoutes } from './routes/states.ts';
import { singleSignOnRoutes } from './routes/single-sign-on.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { jurisdictionRoutes } from './routes/jurisdictions.ts';
import { simulationRoutes } from './routes/simulations.ts';
import { routesOf } from './routes/route.ts';

/** Every operation of the API by its operationId. */
export const routes = routesOf({
  ...publicRoutes,
  ...leadRoutes,
  ...stateRoutes,
  ...accountRoutes,
  ...connectionRoutes,
  ...factorRoutes,
  ...jurisdictionRoutes,
  ...caseRoutes,
  ...caseImportRoutes,
  ...intakeRoutes,
  ...calendarRoutes,
  ...caseActionRoutes,
  ...agentRoutes,
  ...noteAndChargeRoutes,
  ...organizationRoutes,
  ...overviewRoutes,
  ...singleSignOnRoutes,
  ...attorneyRoutes,
  ...attorneyDeskRoutes,
  ...attorneyAccountRoutes,
  ...eventFeedRoutes,
  ...caseworkRoutes,
  ...factRoutes,
  ...simulationRoutes,
  ...webhookRoutes,
  ...auditRoutes,
});
