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
  /** Request rates per caller. The defaults are those in the contract. */
  rates?: CallerRates | undefined;
}

/** The state that all requests of a gateway share. */
export interface Front extends FrontSettings {
  /** Limits the requests in progress. Each organization, attorney or network may have a few at a time. */
  slots: Limiter;
  /**
   * Limits the lookups of credentials that this process has never found to be valid. Outside the public gateway, it
   * also limits requests without a credential. All of them share a few slots.
   */
  newcomers: Limiter;
  /** Limits the bytes that large bodies and responses take up, per owner and in total. */
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
  /** Authorizes replays of stored responses. Without it, every replay is sent. */
  checkReplay?: ReplayCheck;
}

/**
 * Creates the shared state of a gateway. Pass `slots` and `memory` to share them with another front of the same server.
 */
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
 * Each caller may have two requests in progress, fewer than there are database connections, so no caller can hold all
 * of them. If the database is unavailable, requests in progress fail after 7 s and waiting ones sooner, so each gets a
 * response within 10 s.
 */
const slotShares = { perKey: 2, maxPresent: 256, maxWaitMs: 30_000, stallMs: 2500 } as const;

/**
 * At most four lookups of unknown credentials run at a time, so a flood of them, even from many networks, holds few
 * database connections.
 */
const newcomerShares = { perKey: 2, total: 4, maxPresent: 256, maxWaitMs: 8000 } as const;

const MiB = 1024 * 1024;

/**
 * One caller may hold two of the largest uploads or cases at a time. This limits how much slow senders and readers can
 * delay others.
 */
const memoryShares = { perKey: 64 * MiB, total: 224 * MiB, maxPresent: 128, maxWaitMs: 60_000 } as const;
