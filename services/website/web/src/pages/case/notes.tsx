import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, caseNotesQuery, type Note } from '../../api/queries.ts';
import { formatAgo, formatMoment } from '../../shared/dates.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useUnsent } from '../../shared/unsent.ts';
import { notesWords as words } from '../../wording/case.ts';
import { refreshEveryMs } from './polling.ts';
import { Section } from '../../shared/section.tsx';

const longest = 5000;

/** The messages about a live case. A note that is being written stays until it is sent. */
export function Notes({ one }: { one: Case }) {
  const notes = useQuery({ ...caseNotesQuery(one.mode, one.id), refetchInterval: refreshEveryMs(one) });
  return (
    <Section title={words.title}>
      <Text size="sm" c="dimmed">
        {words.help}
      </Text>
      <QueryState query={notes}>
        {({ items }) => (
          <Stack gap="sm">
            {items.length === 0 && <Text size="sm">{words.none}</Text>}
            {items.map((note) => (
              <Message key={note.id} note={note} />
            ))}
          </Stack>
        )}
      </QueryState>
      <Write one={one} />
    </Section>
  );
}

function Message({ note: { writtenBy, body, createdAt } }: { note: Note }) {
  const isOwn = writtenBy === 'customer';
  return (
    <Paper withBorder p="sm" radius="md" ml={isOwn ? 'xl' : 0} mr={isOwn ? 0 : 'xl'}>
      <Text size="sm" fw={600}>
        {words.writers[writtenBy]}
      </Text>
      <Text size="sm" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
        {body}
      </Text>
      <Text size="xs" c="dimmed">
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAgo(createdAt, new Date())}
        </time>
      </Text>
    </Paper>
  );
}

function Write({ one }: { one: Case }) {
  const { id, mode } = one;
  const [text, setText] = useUnsent(`note:${id}`);
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (body: string) => call('POST /v1/cases/{id}/notes', { id, body: { body } }, { mode }),
    onSuccess: () => {
      setText('');
      return queries.invalidateQueries({ queryKey: caseNotesQuery(mode, id).queryKey });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') send.mutate(text);
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={words.write}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={longest}
          readOnly={send.isPending}
          autosize
          minRows={2}
          maxRows={12}
        />
        <RefusalAlert error={send.error} />
        <Group>
          <Button type="submit" variant="default" loading={send.isPending} disabled={text.trim() === ''}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
