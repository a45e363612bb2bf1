import { Paper, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { attorneyNotesQuery, type Case, caseNotesQuery } from '../api/queries.ts';
import { refreshEveryMs } from './case-facts.ts';
import { Form, useFormAction } from './form.tsx';
import { Ago, Section } from './parts.tsx';
import { QueryState } from './query-state.tsx';
import { useUnsent } from './unsent.ts';

const writerNames = { customer: 'You or a colleague', attorney: 'Attorney', platform: 'The service' };

/** The conversation with the attorney. */
export function CaseNotes({ one }: { one: Case }) {
  const { id, mode } = one;
  const query = useQuery({ ...caseNotesQuery(mode, id), refetchInterval: refreshEveryMs(one) });
  return (
    <Notes
      query={query}
      writerOf={({ writtenBy }) => writerNames[writtenBy]}
      isOwn={({ writtenBy }) => writtenBy === 'customer'}
      send={(body) => call('POST /v1/cases/{id}/notes', { id, body }, { mode })}
      draft={`note:${id}`}
      help="Messages between you and the attorney or the service about this case."
      none="There are no notes yet."
      label="Your note"
    />
  );
}

/** The conversation with the customer. */
export function CustomerNotes({ caseId: id }: { caseId: string }) {
  return (
    <Notes
      query={useQuery(attorneyNotesQuery(id))}
      writerOf={({ author, writtenBy }) =>
        author === 'customer' ? 'Customer' : writtenBy === 'attorney' ? 'Attorney' : 'The service'
      }
      isOwn={({ writtenBy }) => writtenBy === 'attorney'}
      send={(body) => call('POST /v1/attorney/cases/{id}/notes', { id, body })}
      draft={`attorney-note:${id}`}
      none="There are no notes."
      label="Note to the customer"
    />
  );
}

interface Note {
  id: string;
  body: string;
  createdAt: string;
}

interface NotesProps<N extends Note> {
  query: UseQueryResult<{ items: N[] }>;
  /** Who wrote a note, as its reader says it. */
  writerOf: (note: N) => string;
  isOwn: (note: N) => boolean;
  send: (body: { body: string }) => Promise<unknown>;
  /** The name of the note that is being written. */
  draft: string;
  help?: string;
  /** What is said where there are no notes. */
  none: string;
  /** Of the field for another one. */
  label: string;
}

const longest = 5000;

/** The conversation about a case, oldest first. A note that is being written stays until it is sent. */
function Notes<N extends Note>({ query, writerOf, isOwn, help, none, ...writing }: NotesProps<N>) {
  return (
    <Section title="Notes" help={help}>
      <QueryState query={query}>
        {({ items }) => (
          <Stack gap="sm">
            {items.length === 0 && <Text size="sm">{none}</Text>}
            {items.map((note) => (
              <Paper
                key={note.id}
                withBorder
                p="sm"
                radius="md"
                ml={isOwn(note) ? 'xl' : 0}
                mr={isOwn(note) ? 0 : 'xl'}
              >
                <Text size="sm" fw={600}>
                  {writerOf(note)}
                </Text>
                <Text size="sm" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
                  {note.body}
                </Text>
                <Text size="xs" c="dimmed">
                  <Ago moment={note.createdAt} />
                </Text>
              </Paper>
            ))}
          </Stack>
        )}
      </QueryState>
      <NewNote {...writing} onSent={() => void query.refetch()} />
    </Section>
  );
}

interface NewNoteProps extends Pick<NotesProps<Note>, 'send' | 'draft' | 'label'> {
  onSent: () => void;
}

function NewNote({ send, draft, label, onSent }: NewNoteProps) {
  const [kept, keep] = useUnsent(draft);
  const { form, action } = useFormAction({
    initialValues: { body: kept },
    onValuesChange: ({ body }) => keep(body),
    run: send,
    onDone: () => {
      form.setValues({ body: '' });
      keep('');
      onSent();
    },
  });
  return (
    <Form action={action} verb="Send note" variant="default" isNarrow>
      <Textarea
        w="100%"
        label={label}
        maxLength={longest}
        readOnly={action.isPending}
        autosize
        minRows={2}
        maxRows={12}
        {...form.getInputProps('body')}
      />
    </Form>
  );
}
