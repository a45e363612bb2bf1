import { factWords } from '@evict/jurisdictions/state-facts';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Output } from '../api/contract.ts';
import { pageData } from '../api/page-data.ts';
import { stateFactsQuery } from '../api/queries.ts';
import { groundNames } from '../wording/names.ts';
import { counted } from './format.ts';
import { Hint, PlainList, Section } from './parts.tsx';
import { QueryState } from './query-state.tsx';
import classes from './state-facts.module.css';

type Fact = Output<'GET /v1/states/{code}'>['facts'][number];

export interface StateFactsProps {
  /** The code of a state or of DC. */
  code: string;
  /** Facts about other grounds are left out. */
  ground: Fact['ground'];
}

/** Lists the known facts about a state's law, each with its source. Clicking the date of a fact shows the quote. */
export function StateFacts({ code, ground }: StateFactsProps) {
  const query = useQuery(stateFactsQuery(code));
  return (
    <QueryState query={query}>
      {({ name, summary, notice, facts }) => {
        const ofGround = facts.filter((fact) => fact.ground === null || fact.ground === ground);
        const older = ofGround.filter(({ status }) => status === 'older');
        const current = ofGround.filter(({ status }) => status !== 'older');
        return (
          <Section title={`Facts about ${name}`}>
            <Hint size="xs">{notice}</Hint>
            {current.length > 0 && <FactList label={`Facts about ${name}`} facts={current} />}
            {older.length > 0 && (
              <Folded title={counted(older.length, 'older fact')}>
                <FactList label={`Older facts about ${name}`} facts={older} />
              </Folded>
            )}
            <Folded title="What this list does not cover">
              <Hint size="xs">{summary}</Hint>
            </Folded>
          </Section>
        );
      }}
    </QueryState>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes['folded']}>
      <summary>
        {title}
        <IconChevronDown size={14} aria-hidden />
      </summary>
      {children}
    </details>
  );
}

function FactList({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <PlainList aria-label={label}>
      {facts.map((fact) => (
        <FactItem key={`${fact.topic} ${fact.text} ${fact.quote}`} fact={fact} />
      ))}
    </PlainList>
  );
}

function FactItem({ fact }: { fact: Fact }) {
  const { topic, ground, text, value, citation, url, quote } = fact;
  return (
    <Stack component="li" gap={2} className="breakable">
      <Text size="sm" fw={500}>
        {[
          pageData().topics[topic],
          ...(ground === null ? [] : [groundNames[ground]]),
          ...(value === null ? [] : [value]),
        ].join(': ')}
      </Text>
      <Text size="sm" c="dimmed">
        {text}{' '}
        <Anchor href={url} target="_blank" rel="noreferrer" inherit>
          {citation}
        </Anchor>
      </Text>
      <details className={classes['quote']}>
        <summary>{factWords(fact)}</summary>“{quote}”
      </details>
    </Stack>
  );
}
