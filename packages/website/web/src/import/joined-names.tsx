import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Section, ShowMore, SmallButton } from '../shared/parts.tsx';
import type { JoinedName } from './case-rows.ts';

interface JoinedNamesProps {
  /** The names, each with the reference of its case. */
  names: readonly (JoinedName & { reference: string | undefined })[];
  /** Whether the user wants each name separated. A name has no entry until the user has decided. */
  answers: ReadonlyMap<string, boolean>;
  onAnswer: (answers: ReadonlyMap<string, boolean>) => void;
}

const shownAtFirst = 25;

/** Asks whether each name that seems to contain several people means several tenants, each of whom has to be served. */
export function JoinedNames({ names, answers, onAnswer }: JoinedNamesProps) {
  const [shown, setShown] = useState(shownAtFirst);
  if (names.length === 0) return null;
  const valueOf = (name: string) => (answers.has(name) ? (answers.get(name) ? 'apart' : 'one') : null);
  return (
    <Section
      title="One tenant or several?"
      help="Each tenant becomes a defendant and is served by name."
      beside={
        names.length > 1 && (
          <SmallButton
            onClick={() => onAnswer(new Map([...names.map(({ name }) => [name, true] as const), ...answers]))}
          >
            Make each name a tenant
          </SmallButton>
        )
      }
    >
      {names.slice(0, shown).map(({ name, people, reference }) => (
        <Radio.Group
          key={name}
          className="breakable"
          label={`“${name}”${reference === undefined ? '' : ` (${reference})`} is:`}
          value={valueOf(name)}
          data-unanswered={!answers.has(name) || undefined}
          onChange={(value) => onAnswer(new Map(answers).set(name, value === 'apart'))}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="apart" label={`${people.length} tenants: ${people.join(' · ')}`} />
            <Radio value="one" label="One tenant" />
          </Stack>
        </Radio.Group>
      ))}
      {names.length > shown && <ShowMore onClick={() => setShown(shown + 100)} />}
    </Section>
  );
}
