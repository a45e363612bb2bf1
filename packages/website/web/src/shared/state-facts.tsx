import { factWords, olderHeading } from '@evict/jurisdictions/state-facts';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '../api/contract.ts';
import { pageData } from '../api/page-data.ts';
import { stateFactsQuery } from '../api/queries.ts';
import { groundNames } from '../wording/names.ts';
import { PlainList, Section } from './parts.tsx';
import { QueryState } from './query-state.tsx';

type Fact = Output<'GET /v1/states/{code}'>['facts'][number];

export interface StateFactsProps {
  /** The code of a state or of DC. */
  code: string;
  /** Facts about other grounds are left out. */
  ground: Fact['ground'];
}

/** The known facts about the law of a state, each with its source. */
export function StateFacts({ code, ground }: StateFactsProps) {
  const query = useQuery(stateFactsQuery(code));
  return (
    <QueryState query={query}>
      {({ name, summary, notice, facts }) => {
        const ofGround = facts.filter((fact) => fact.ground === null || fact.ground === ground);
        const older = ofGround.filter(({ status }) => status === 'older');
        return (
          <Section title={`Facts about ${name}`} help={notice}>
            <Text size="sm">{summary}</Text>
            <FactList label={`Facts about ${name}`} facts={ofGround.filter(({ status }) => status !== 'older')} />
            {older.length > 0 && (
              <>
                <Title order={3} size="sm">
                  {olderHeading}
                </Title>
                <FactList label={`${olderHeading} facts about ${name}`} facts={older} />
              </>
            )}
          </Section>
        );
      }}
    </QueryState>
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
      <Text size="xs" c="dimmed">
        “{quote}”
      </Text>
      <Text size="xs" c="var(--ink-3)">
        {factWords(fact)}
      </Text>
    </Stack>
  );
}
