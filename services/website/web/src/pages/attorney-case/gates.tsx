import { Group, List, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { ToneBadge } from '../../shared/tone-badge.tsx';
import { deskWords as words, gateName, gateStatusNames } from '../../wording/desk.ts';
import { Section } from '../../shared/section.tsx';

type Result = AttorneyCase['gates']['results'][number];

const order: readonly Result['status'][] = ['fail', 'warn', 'pass', 'not_applicable'];
const tones = { fail: 'bad', warn: 'warning', pass: 'good', not_applicable: 'neutral' } as const;

/** The checks of the facts: what fails and what warns comes first. */
export function Gates({ one }: { one: AttorneyCase }) {
  const results = [...one.gates.results].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <Section title={words.gates}>
      <List listStyleType="none" spacing="xs">
        {results.map(({ gate, status, reason }) => (
          <List.Item key={gate}>
            <Group gap="xs">
              <ToneBadge tone={tones[status]}>{gateStatusNames[status]}</ToneBadge>
              <Text size="sm" fw={500}>
                {gateName(gate)}
              </Text>
            </Group>
            {reason !== undefined && (
              <Text size="sm" className="breakable">
                {reason}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
