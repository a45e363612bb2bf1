import { createSecretBox } from '@evict/credentials/secret-box';

/** Encrypts tokens for cookies. What was not sealed here, with one of these keys and for this purpose, opens as null. */
export interface Seal {
  /** The text opens until `until`, in milliseconds since 1970. */
  seal(token: string, until: number): string;
  open(text: string | undefined, now: number): string | null;
}

/** Longer than any sealed token: nothing larger is decrypted. */
const maxLength = 1024;

export function createSeal(secretKeys: readonly string[], purpose: string): Seal {
  const box = createSecretBox(secretKeys, `website ${purpose} v1`);
  return {
    seal: (token, until) => box.seal('', `${until} ${token}`).toString('base64url'),
    open(text, now) {
      if (text === undefined || text.length > maxLength) return null;
      try {
        const [, until, token] = /^(\d+) (.+)$/s.exec(box.open('', Buffer.from(text, 'base64url'))) ?? [];
        return token !== undefined && Number(until) > now ? token : null;
      } catch {
        return null;
      }
    },
  };
}
