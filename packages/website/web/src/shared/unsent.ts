import { useState } from 'react';

const prefix = 'unsent:';

/**
 * A text that is being written. It stays in this tab until it is sent, so a reload or the end of the session doesn't
 * lose it. `name` says what the text is, with the id of its case.
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

/** Forgets unsent texts and opened documents when the user signs out. */
export function forgetUnsent(): void {
  for (const key of Object.keys(sessionStorage)) if (/^(?:unsent|seen|sent):/.test(key)) sessionStorage.removeItem(key);
}
