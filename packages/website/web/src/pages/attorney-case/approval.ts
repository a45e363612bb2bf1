import type { ReviewRequirements } from '../../api/queries.ts';

type Stage = NonNullable<ReviewRequirements['stage']>;

/**
 * What an attorney states with an approval, word for word, by version. A version is never changed: who asks later what was
 * stated finds it here. A new wording is a new version, and counsel reads it before.
 */
export const approvalStatements = {
  '1': {
    one: 'You approve this document, byte for byte. It can then be served or filed as it is.',
    several: 'You approve these {count} documents, byte for byte. They can then be served or filed as they are.',
    uses: { notice: '', filing: '' },
  },
  '2': {
    one: 'I reviewed this document exactly as shown here, and I approve it {use}.',
    several: 'I reviewed these {count} documents exactly as shown here, and I approve them {use}.',
    uses: { notice: 'for service', filing: 'for filing' },
  },
} as const satisfies Record<string, { one: string; several: string; uses: Record<Stage, string> }>;

/** The version that is shown today. */
const version = '2' satisfies keyof typeof approvalStatements;

/** What the attorney states with the approval of so many documents. */
export function approvalStatement(count: number, stage: Stage): string {
  const { one, several, uses } = approvalStatements[version];
  return (count === 1 ? one : several).replace('{count}', String(count)).replace('{use}', uses[stage]);
}
