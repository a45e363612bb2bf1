import { Text } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { attorneyCaseWords as words, caseWords } from '../../wording/case.ts';
import { isFinished } from '../../shared/finished.ts';
import { Section } from '../../shared/section.tsx';
import { Hint } from '../../shared/hint.tsx';

/** Who has taken the case. A test case has a reviewer of the sandbox instead. */
export function AttorneyOfCase({ one }: { one: Case }) {
  if (one.mode === 'test') return null;
  const { attorney } = one;
  return (
    <Section title={caseWords.attorney}>
      {attorney ? (
        <div>
          <Text className="breakable">
            <Text span fw={600}>
              {attorney.name ?? words.unknown}
            </Text>{' '}
            {words.accepted}.
          </Text>
          {attorney.licensedIn !== null && attorney.barNumber !== null && (
            <Hint className="breakable">{words.license(attorney.licensedIn, attorney.barNumber)}</Hint>
          )}
        </div>
      ) : (
        <Text size="sm">{withoutAttorney(one)}</Text>
      )}
    </Section>
  );
}

function withoutAttorney(one: Case): string {
  if (isFinished(one)) return words.none;
  return one.state === 'draft' || one.state === 'submitted' ? words.notYet : words.asked;
}
