import { Limiter } from '@evict/limiter';
import { hash, verify } from '@node-rs/argon2';

/** How many passwords a process hashes at once. Each takes 19 MiB and one core; others wait. */
export const passwordConcurrency = 2;

/** Hashes a password with Argon2id. If too many are being hashed, waits for its turn. */
export function hashPassword(password: string): Promise<string> {
  return turns.run('', () => hash(password, cost));
}

/**
 * Whether the password matches the stored hash `known`. For an unknown account, pass null: the call then takes just as
 * long and returns false, so timing doesn't reveal which accounts exist.
 */
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
