import { ApiError } from '@evict/contract';
import type { Counted } from '@evict/http';
import { createLimiter } from '@evict/limiter';
import { metrics } from '@evict/telemetry';
import { hash, verify } from '@node-rs/argon2';

export interface Passwords {
  /**
   * Admits work that hashes or checks a password, or refuses it with 503 `busy` at once: while 18 are admitted, before
   * the work has begun and once `counted` has been taken back, since a refusal counts nothing.
   */
  admit<T>(counted: Counted, work: () => Promise<T>): Promise<T>;
  /** The hash to keep. Waits for its turn. */
  hash(password: string): Promise<string>;
  /** Whether the password has this hash. For null, where no account is, it is false at the same cost. */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
}

/** At most two passwords are hashed at once, since each takes 19 MiB and a core; sixteen more may wait. */
export async function createPasswords(): Promise<Passwords> {
  const admissions = createLimiter({ total: atOnce + waitingAtMost });
  const turns = createLimiter({ total: atOnce });
  const ofNobody = await hash('the password of nobody', cost);
  return {
    async admit(counted, work) {
      const admission = admissions.tryAcquire();
      if (!admission) {
        await counted.takeBack();
        throw new ApiError('busy', { retryAfterSeconds: 5 });
      }
      metrics.passwordQueue.inc();
      try {
        return await work();
      } finally {
        admission.release();
        metrics.passwordQueue.dec();
      }
    },
    hash: (password) => turns.run('', () => hash(password, cost)),
    async matches(passwordHash, password) {
      const matches = await turns.run('', () => verify(passwordHash ?? ofNobody, password));
      return matches && passwordHash !== null;
    },
  };
}

const atOnce = 2;
const waitingAtMost = 16;
/** Argon2id as OWASP asks for it: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
