import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { optionsOf } from '../shared/form.tsx';
import { Section, ShowMore } from '../shared/parts.tsx';
import type { JoinedName } from './case-rows.ts';

interface JoinedNamesProps {
  names: readonly JoinedName[];
  /** Whether the user wants each name separated. A name has no entry until the user has decided. */
  answers: ReadonlyMap<string, boolean>;
  onAnswer: (answers: ReadonlyMap<string, boolean>) => void;
}

const shownAtFirst = 25;

/** Asks whether each cell that seems to contain several names means several tenants. Each tenant is served. */
export function JoinedNames({ names, answers, onAnswer }: JoinedNamesProps) {
  const [shown, setShown] = useState(shownAtFirst);
  if (names.length === 0) return null;
  const answer = (name: string, isApart: boolean) => onAnswer(new Map(answers).set(name, isApart));
  return (
    <Section title="Is this one tenant?" help="Each tenant becomes a defendant and is served by name.">
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => onAnswer(new Map([...names.map(({ name }) => [name, true] as const), ...answers]))}
        >
          Make each name a tenant
        </Button>
      </Group>
      <Stack gap="xs">
        {names.slice(0, shown).map(({ name, people }) => (
          <NativeSelect
            key={name}
            data-unanswered={!answers.has(name) || undefined}
            label={
              <Text span size="sm" className="breakable">
                {name}
              </Text>
            }
            maw={480}
            data={optionsOf(
              { apart: `${people.length} tenants: ${people.join(' · ')}`, one: `One tenant: ${name}` },
              answers.has(name) ? undefined : 'Choose',
            )}
            value={answers.has(name) ? (answers.get(name) ? 'apart' : 'one') : ''}
            onChange={({ currentTarget: { value } }) => answer(name, value === 'apart')}
          />
        ))}
      </Stack>
      {names.length > shown && <ShowMore onClick={() => setShown(shown + 100)} />}
    </Section>
  );
}
