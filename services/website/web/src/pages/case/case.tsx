import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMode } from '../../api/mode.ts';
import { type Case, caseEventsQuery, caseQuery } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { OpenDocument } from '../../document/open-document.tsx';
import { AppLink } from '../../shared/app-link.tsx';
import { clockDay, partiesOf, placeOf } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatDaysLeft, formatMoment } from '../../shared/dates.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { actorNames, caseWords as words, deadlineName, documentKindNames, stateNames } from '../../wording/cases.ts';
import { History } from './history.tsx';

export function CasePage() {
  const { id } = useParams({ from: '/customer/cases/$id' });
  const query = useQuery(caseQuery(useMode(), id));
  return (
    <Stack>
      <AppLink to="/cases" size="sm">
        {words.toList}
      </AppLink>
      <QueryState query={query}>{(one) => <Loaded one={one} />}</QueryState>
    </Stack>
  );
}

function Loaded({ one }: { one: Case }) {
  const events = useQuery(caseEventsQuery(one.mode, one.id));
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{placeOf(one)}</PageTitle>
        <Text className="breakable">{partiesOf(one)}</Text>
      </div>
      <Paper withBorder p="md">
        <Text fw={700} size="lg" role="status">
          {stateNames[one.state]}
        </Text>
        <Text>
          {words.next}: {actorNames[one.nextAction.by]}. {one.nextAction.description}
        </Text>
        <Actions one={one} />
      </Paper>
      <Deadlines one={one} />
      <Documents one={one} />
      <section aria-labelledby="history">
        <Title order={2} size="h3" id="history" mb="xs">
          {words.history}
        </Title>
        <QueryState query={events}>{({ items }) => <History events={items} />}</QueryState>
      </section>
    </Stack>
  );
}

const finished: readonly Case['state'][] = ['resolved', 'closed', 'withdrawn'];

function Actions({ one }: { one: Case }) {
  const queries = useQueryClient();
  const refresh = (result: Case) => {
    queries.setQueryData(caseQuery(one.mode, one.id).queryKey, result);
    void queries.invalidateQueries({ queryKey: [one.mode] });
  };
  const submit = useAction(
    (_: null, idempotencyKey) => call('POST /v1/cases/{id}/submit', { id: one.id }, { idempotencyKey, mode: one.mode }),
    { onSuccess: (result) => refresh(result.case) },
  );
  const advance = useAction(
    (_: null, idempotencyKey) =>
      call('POST /v1/cases/{id}/advance', { id: one.id }, { idempotencyKey, mode: one.mode }),
    { onSuccess: refresh },
  );
  const isAdvancing = one.mode === 'test' && ![...finished, 'draft', 'on_hold'].includes(one.state);
  return (
    <Stack mt="sm">
      <Group>
        {one.state === 'draft' && (
          <Button loading={submit.isPending} onClick={() => submit.mutate(null)}>
            {words.submit}
          </Button>
        )}
        {isAdvancing && (
          <Button loading={advance.isPending} onClick={() => advance.mutate(null)}>
            {words.advance}
          </Button>
        )}
      </Group>
      <RefusalAlert error={submit.error ?? advance.error} />
      {one.mode === 'test' && (
        <Text size="sm" c="dimmed">
          {words.clockAhead}: {formatMoment(one.data.progress.clock)}
        </Text>
      )}
    </Stack>
  );
}

function Deadlines({ one }: { one: Case }) {
  if (one.deadlines.length === 0) return null;
  return (
    <section aria-labelledby="deadlines">
      <Title order={2} size="h3" id="deadlines" mb="xs">
        {words.deadlines}
      </Title>
      <Table>
        <Table.Tbody>
          {one.deadlines.map(({ name, date, citation }) => (
            <Table.Tr key={`${name} ${date}`}>
              <Table.Td>{deadlineName(name)}</Table.Td>
              <Table.Td>
                {formatDay(date)}, {formatDaysLeft(daysBetween(clockDay(one), date))}
              </Table.Td>
              <Table.Td>{citation}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Documents({ one }: { one: Case }) {
  return (
    <section aria-labelledby="documents">
      <Title order={2} size="h3" id="documents" mb="xs">
        {words.documents}
      </Title>
      {one.documents.length === 0 && <Text>{words.noDocuments}</Text>}
      <Stack gap="xs" align="start">
        {one.documents.map((document) => (
          <Group key={document.id} gap="sm">
            <OpenDocument source="cases" caseId={one.id} document={document} />
            <Text size="sm" c="dimmed">
              {documentKindNames[document.kind]}
            </Text>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
