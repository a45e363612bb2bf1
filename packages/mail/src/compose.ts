import { render, type Rendered } from './letter.ts';
import { type LetterFacts, letters } from './letters.ts';

export type MailKind = keyof LetterFacts;

/** Subject, plain text and HTML of a mail. */
export function compose<K extends MailKind>(kind: K, facts: LetterFacts[K]): Rendered {
  return render(letters[kind](facts));
}
