import type { Route } from '@evict/contract';
import { Limiter } from '@evict/limiter';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import type { ModeSettings } from './authenticate.ts';
import type { Handler } from './call.ts';
import { type Claims, createClaims } from './claims.ts';
import type { ReplayCheck } from './idempotency.ts';
import { createKeyUses } from './key-uses.ts';
import { type CallerRates, createCallerRates } from './rate-limits.ts';
import { Recent } from './recent.ts';

export interface FrontSettings extends ModeSettings {
  store: Store;
  logger: Logger;
  /** How many proxies of the deployment stand in front of the public port. */
  proxyHops: number;
  /** Request rates per caller; those of the interface by default. */
  rates?: CallerRates | undefined;
}

/** What all requests to a gateway share. */
export interface Front extends FrontSettings {
  /** Requests in progress: an organization, an attorney or a network has a few at a time. */
  turns: Limiter;
  /** Lookups of credentials that were not valid before, and requests without one: all take turns. */
  newcomers: Limiter;
  /** Bytes of large bodies that are received or sent, of an organization or attorney and of all together. */
  memory: Limiter;
  /** To whom a credential belonged when it was last valid, so that its requests use the turns of its owner. */
  owners: Recent<string, string>;
  countRequest: ReturnType<typeof createCallerRates>;
  claims: Claims;
  keyUses: ReturnType<typeof createKeyUses>;
  /** The operations that tools of agents can call. */
  handlers: Map<Route, Handler<Route>>;
  /** Authorizes replays of stored responses; all are sent as they were without it. */
  checkReplay?: ReplayCheck;
}

/** `turns` and `memory`: those of another front of the same server. */
export function createFront(
  settings: FrontSettings,
  {
    turns = new Limiter(turnShares),
    memory = new Limiter(memoryShares),
  }: Partial<Pick<Front, 'turns' | 'memory'>> = {},
): Front {
  return {
    ...settings,
    turns,
    newcomers: new Limiter(newcomerShares),
    memory,
    owners: new Recent(10_000),
    countRequest: createCallerRates(settings.rates),
    claims: createClaims(settings.store),
    keyUses: createKeyUses(settings.store),
    handlers: new Map(),
  };
}

/**
 * Fewer at once than there are connections to the database, so that no caller holds all of them. If the database is
 * unavailable, its deadlines end the requests in progress after 7 s; those that wait are refused earlier, so that all get
 * a response within 10 s.
 */
const turnShares = { perKey: 2, maxPresent: 256, maxWaitMs: 30_000, stallMs: 2500 } as const;

/** A flood of invented credentials, or from many networks, holds few connections to the database. */
const newcomerShares = { perKey: 2, total: 4, maxPresent: 256, maxWaitMs: 8000 } as const;

const MiB = 1024 * 1024;

/** For one caller two of the largest uploads or cases: a slow sender or reader delays few others. */
const memoryShares = { perKey: 64 * MiB, total: 224 * MiB, maxPresent: 128, maxWaitMs: 60_000 } as const;
