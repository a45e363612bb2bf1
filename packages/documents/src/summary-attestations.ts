import type { Attested } from '@evict/case-model';
import type { Block } from './layout/blocks.ts';
import { field, heading, listed, notGiven, paragraph, shown, yesOrNo } from './summary-parts.ts';

/** What the customer attested to at the last submit, who did, and when. */
export interface SummaryAttestation extends Attested {
  /** The id of the user or the API key; null where it is not on record. */
  readonly by: string | null;
  readonly organizationId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The texts word for word, as they were answered: the approval of the attorney covers them. */
export function attestedBlocks(attested: SummaryAttestation | null | undefined): Block[] {
  if (!attested) return [heading('Attested at submit'), paragraph(notGiven)];
  const { version, statements, by, organizationId, at } = attested;
  return [
    heading('Attested at submit'),
    field('BY:', by === null ? notGiven : shown(by)),
    field('OF:', shown(organizationId)),
    field('AT:', at),
    field('TEXTS:', `Version ${version}`),
    ...listed(
      [
        { title: 'Text', width: 'rest', align: 'left' },
        { title: 'Answer', width: 90, align: 'left' },
      ],
      statements.map(({ text, answer }) => [
        shown(text),
        typeof answer === 'boolean' ? yesOrNo(answer) : shown(answer),
      ]),
    ),
  ];
}
