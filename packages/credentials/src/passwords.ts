import { Limiter } from '@evict/limiter';
import { hash, verify } from '@node-rs/argon2';

/** How many passwords a process hashes at once: each takes 19 MiB and a core. Further ones wait. */
export const passwordConcurrency = 2;

/** The hash to store of a password, by Argon2id. */
export function hashPassword(password: string): Promise<string> {
  return turns.run('', () => hash(password, cost));
}

/** Whether it is the password with this hash. Without one, where there is no account, it is false at the same cost. */
export function isPassword(known: string | null, password: string): Promise<boolean> {
  return turns.run('', async () => {
    if (known !== null) return verify(known, password);
    await hash(password, cost);
    return false;
  });
}

const turns = new Limiter({ total: passwordConcurrency });

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
