import { sha256Of } from '../document/read-document.ts';
import { Refusal } from './refusal.ts';

const prefix = 'sent:';

/**
 * Sends a request under an Idempotency-Key. While its outcome is unknown, the same request is sent under the same key, also
 * after a reload of the tab, so it takes effect once. `request` is what makes it the same: of it only a hash is kept.
 */
export async function underOneKey<T>(request: readonly unknown[], send: (key: string) => Promise<T>): Promise<T> {
  const name = prefix + (await sha256Of(new TextEncoder().encode(JSON.stringify(request))));
  const key = sessionStorage.getItem(name) ?? crypto.randomUUID();
  sessionStorage.setItem(name, key);
  try {
    const result = await send(key);
    sessionStorage.removeItem(name);
    return result;
  } catch (error) {
    if (error instanceof Refusal && !error.keepsKey) sessionStorage.removeItem(name);
    throw error;
  }
}
