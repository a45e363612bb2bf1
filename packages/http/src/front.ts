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
  /** The number of proxies in front of the public port. */
  proxyHops: number;
  /** Request rates per caller. The defaults are those of the interface. */
  rates?: CallerRates | undefined;
}

/** What all requests of a gateway share. */
export interface Front extends FrontSettings {
  /** Requests in progress. Each organization, attorney or network may have a few at a time. */
  slots: Limiter;
  /**
   * Lookups of credentials that have not been valid before, and requests without a credential. All of them share a few
   * slots.
   */
  newcomers: Limiter;
  /** Bytes of large bodies and responses in memory, bounded per owner and in total. */
  memory: Limiter;
  /**
   * The owner of each credential when it was last valid, so that a request can wait in its owner's queue before the
   * lookup.
   */
  owners: Recent<string, string>;
  countRequest: ReturnType<typeof createCallerRates>;
  claims: Claims;
  keyUses: ReturnType<typeof createKeyUses>;
  /** The operations that agents' tools can call. */
  handlers: Map<Route, Handler<Route>>;
  /** Authorizes replays of stored responses. Without it, all are sent. */
  checkReplay?: ReplayCheck;
}

/** Creates a front. It shares `slots` and `memory` with another front of the same server if they are given. */
export function createFront(
  settings: FrontSettings,
  {
    slots = new Limiter(slotShares),
    memory = new Limiter(memoryShares),
  }: Partial<Pick<Front, 'slots' | 'memory'>> = {},
): Front {
  return {
    ...settings,
    slots,
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
 * Each caller may have two requests in progress, fewer than there are database connections, so that none holds all of
 * them. If the database is unavailable, requests in progress fail after 7 s and waiting ones sooner, so that each gets
 * a response within 10 s.
 */
const slotShares = { perKey: 2, maxPresent: 256, maxWaitMs: 30_000, stallMs: 2500 } as const;

/**
 * At most four lookups of unknown credentials run at a time, so that a flood of them, even from many networks, holds few
 * database connections.
 */
const newcomerShares = { perKey: 2, total: 4, maxPresent: 256, maxWaitMs: 8000 } as const;

const MiB = 1024 * 1024;

/** One caller may hold two of the largest uploads or cases, so that slow senders and readers delay few others. */
const memoryShares = { perKey: 64 * MiB, total: 224 * MiB, maxPresent: 128, maxWaitMs: 60_000 } as const;
