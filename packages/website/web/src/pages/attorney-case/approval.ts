import type { ReviewRequirements } from '../../api/queries.ts';

type Stage = NonNullable<ReviewRequirements['stage']>;

/**
 * The statements that an attorney makes with an approval, word for word, by version. Never change a version, because it
 * has to show later what was stated. New wording gets a new version, after counsel has read it.
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

/** The version of the statements that is currently shown. */
const version = '2' satisfies keyof typeof approvalStatements;

/** Returns the statement for an approval of this many documents. */
export function approvalStatement(count: number, stage: Stage): string {
  const { one, several, uses } = approvalStatements[version];
  return (count === 1 ? one : several).replace('{count}', String(count)).replace('{use}', uses[stage]);
}
