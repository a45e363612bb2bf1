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
  /** Whether live calendars require that an owner has confirmed their email address. */
  verifiedForLive?: 'required' | 'off';
  /** The service's secret keys, newest first. This gateway derives its own keys from them. */
  secretKeys: readonly string[];
  /** The base URL of the website. */
  websiteOrigin: string;
  /** The fee for a live case, in US cents. */
  platformFeeCents: number;
  /** The email address that leads are sent to. */
  operatorsAddress: string;
  /** The folder of the built website. If it is empty, no website is served. */
  websitePages?: string;
}

/**
 * Adds the endpoints that take no credential, the API reference, the guides, the facts about states, and the website.
 */
export async function mountPublicRoutes(gateway: Gateway, deps: PublicDependencies): Promise<void> {
  const passwordQueue = createPasswordQueue();
  serviceRoutes(gateway, deps);
  const secondFactorOf = secondStepRoutes(gateway, deps);
  accountRoutes(gateway, { ...deps, passwordQueue, secondFactorOf });
  oauthRoutes(gateway, deps);
  leadRoutes(gateway, deps);
  calendarRoutes(gateway, deps);
  const pages = deps.websitePages ? await openPages(deps.websitePages) : null;
  const font = pages?.font ?? null;
  await docsRoutes(gateway, font);
  guideRoutes(gateway, font, deps.websiteOrigin);
  stateRoutes(gateway);
  if (pages) gateway.otherwise(pages.serve);
}
