import { Limiter } from '@evict/limiter';
import { hash } from '@node-rs/argon2';

export interface PasswordHasher {
  /** The hash to store. */
  hash(password: string): Promise<string>;
  /**
   * What proves the password: it equals the stored hash if this begins with `settings` and the password is right. With
   * null, where there is no account, it equals none, at the same cost.
   */
  prove(settings: string | null, password: string): Promise<string>;
}

/** How many passwords are hashed at once: each takes 19 MiB and a core. Further ones wait. */
export const passwordConcurrency = 2;

/** Hashes passwords with Argon2id. */
export function createPasswordHasher(): PasswordHasher {
  const limiter = new Limiter({ total: passwordConcurrency });
  return {
    hash: (password) => limiter.run('', () => hash(password, cost)),
    prove(settings, password) {
      const [, memoryCost, timeCost, parallelism, salt] = form.exec(settings ?? '') ?? [];
      const same = {
        memoryCost: Number(memoryCost),
        timeCost: Number(timeCost),
        parallelism: Number(parallelism),
        salt: Buffer.from(salt ?? '', 'base64'),
      };
      return limiter.run('', () => hash(password, salt === undefined ? cost : same));
    },
  };
}

/** How a hash begins: Argon2id of version 19, its parameters and its salt. */
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)$/;

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
