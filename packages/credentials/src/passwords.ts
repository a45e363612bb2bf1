import { Limiter } from '@evict/limiter';
import { hash, verify } from '@node-rs/argon2';

export interface PasswordHasher {
  /** The hash to store. */
  hash(password: string): Promise<string>;
  /** Whether the password has this hash. For null, where there is no account, it is false at the same cost. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** How many passwords are hashed at once: each takes 19 MiB and a core. Further ones wait. */
export const passwordConcurrency = 2;

/** Hashes passwords with Argon2id. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const limiter = new Limiter({ total: passwordConcurrency });
  const standIn = await hash('the password of nobody', cost);
  return {
    hash: (password) => limiter.run('', () => hash(password, cost)),
    async verify(passwordHash, password) {
      const matches = await limiter.run('', () => verify(passwordHash ?? standIn, password));
      return matches && passwordHash !== null;
    },
  };
}

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
