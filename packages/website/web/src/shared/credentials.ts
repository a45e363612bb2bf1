import type { ApiKey } from '@evict/contract';
import { plainName } from './format.ts';

/** Returns whether programs can still sign in with a key or token. */
export function isActive({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

/** Returns the name by which users recognize a key. */
export function keyName({ name, lastFour }: ApiKey): string {
  return [name && plainName(name), lastFour && `… ${lastFour}`].filter(Boolean).join(' ') || 'Key';
}
