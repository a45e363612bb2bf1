import { useState } from 'react';

const prefix = 'unsent:';

/**
 * Keeps a text that is being written in this tab until it is sent, so a reload or the end of the session doesn't lose
 * it. `name` says what the text is, with the id of its case.
 */
export function useUnsent(name: string): [string, (text: string) => void] {
  const key = `${prefix}${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const keep = (next: string) => {
    setText(next);
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, keep];
}

/** Forgets unsent texts, opened documents and Idempotency-Keys when the user signs out. */
export function forgetUnsent(): void {
  for (const key of Object.keys(sessionStorage)) if (/^(?:unsent|seen|sent):/.test(key)) sessionStorage.removeItem(key);
}
