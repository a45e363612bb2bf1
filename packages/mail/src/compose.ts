import { render, type Rendered } from './letter.ts';
import { type LetterFacts, letters } from './letters.ts';

/** Subject, plain text and HTML of a mail. */
export function compose<K extends keyof LetterFacts>(kind: K, facts: LetterFacts[K]): Rendered {
  return render(letters[kind](facts));
}
