import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '../api/contract.ts';
import { pageData } from '../api/page-data.ts';
import { stateFactsQuery } from '../api/queries.ts';
import { groundNames } from '../wording/names.ts';
import { formatDay } from './format.ts';
import { Hint, PlainList, Section } from './parts.tsx';
import { QueryState } from './query-state.tsx';

type Fact = Output<'GET /v1/states/{code}'>['facts'][number];

export interface StateFactsProps {
  /** The code of a state or of DC. */
  code: string;
  /** The facts of other grounds are left out. */
  ground: Fact['ground'];
}

/** What is known of the law of a state, each fact with its source. */
export function StateFacts({ code, ground }: StateFactsProps) {
  const query = useQuery(stateFactsQuery(code));
  return (
    <QueryState query={query}>
      {({ name, summary, notice, facts }) => (
        <Section title={`Facts of ${name}`} help={notice}>
          <Text size="sm">{summary}</Text>
          <PlainList aria-label={`Facts of ${name}`}>
            {facts
              .filter((fact) => fact.ground === null || fact.ground === ground)
              .map((fact) => (
                <FactItem key={fact.quote} fact={fact} />
              ))}
          </PlainList>
        </Section>
      )}
    </QueryState>
  );
}

function FactItem({
  fact: { topic, ground, text, value, citation, url, quote, asOf, checkedOn, checkedBy },
}: {
  fact: Fact;
}) {
  return (
    <Stack component="li" gap={2} className="breakable">
      <Text size="sm" fw={600}>
        {[
          pageData().topics[topic],
          ...(ground === null ? [] : [groundNames[ground]]),
          ...(value === null ? [] : [value]),
        ].join(': ')}
      </Text>
      <Text size="sm">{text}</Text>
      <Hint>
        “{quote}”{' '}
        <Anchor href={url} target="_blank" rel="noreferrer" inherit>
          {citation}
        </Anchor>
        , text as of {asOf}. Checked {formatDay(checkedOn)} by {checkedBy}.
      </Hint>
    </Stack>
  );
}
