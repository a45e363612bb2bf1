import type { Gateway } from '@evict/http';
import { createPasswordQueue } from '@evict/http/passwords';
import type { Store } from '@evict/store/database';
import { oauthRoutes } from './oauth/routes.ts';
import { accountRoutes } from './routes/accounts.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { docsRoutes } from './routes/docs.ts';
import { guideRoutes } from './routes/guides.ts';
import { leadRoutes } from './routes/leads.ts';
import { secondStepRoutes } from './routes/second-step.ts';
import { serviceRoutes } from './routes/service.ts';
import { stateRoutes } from './routes/states.ts';
import { openPages } from './website/pages.ts';

export interface PublicDependencies {
  store: Store;
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** Whether live calendars wait until an owner has proven their address. */
  verifiedForLive?: 'required' | 'off';
  /** The secrets that this gateway's keys are derived from, the newest first. */
  secretKeys: readonly string[];
  /** The base URL of the website. */
  websiteOrigin: string;
  /** What a live case costs, in US cents. */
  platformFeeCents: number;
  /** Leads are mailed here. */
  operatorsAddress: string;
  /** The folder of the built website; empty: none is served. */
  websitePages?: string;
}

/** Mounts the endpoints that need no credential, the API reference, the guides, the facts of states and the website. */
export async function mountPublicRoutes(gateway: Gateway, deps: PublicDependencies): Promise<void> {
  const passwordQueue = createPasswordQueue();
  serviceRoutes(gateway, deps);
  const secondFactorOf = secondStepRoutes(gateway, deps);
  accountRoutes(gateway, { ...deps, passwordQueue, secondFactorOf });
  oauthRoutes(gateway, deps);
  leadRoutes(gateway, deps);
  calendarRoutes(gateway, deps);
  await docsRoutes(gateway);
  guideRoutes(gateway);
  stateRoutes(gateway);
  if (deps.websitePages) gateway.otherwise(await openPages(deps.websitePages));
}
