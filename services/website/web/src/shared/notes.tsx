import { Paper, Stack, Text, Textarea } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Ago } from './ago.tsx';
import { Form, useFormAction } from './form.tsx';
import { QueryState } from './query-state.tsx';
import { Section } from './section.tsx';
import { useUnsent } from './unsent.ts';

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
  words: { title: string; help?: string; none: string; write: string; send: string };
}

const longest = 5000;

/** The conversation about a case, oldest first. A note that is being written stays until it is sent. */
export function Notes<N extends Note>({ query, writerOf, isOwn, words, ...writing }: NotesProps<N>) {
  return (
    <Section title={words.title} {...(words.help !== undefined && { help: words.help })}>
      <QueryState query={query}>
        {({ items }) => (
          <Stack gap="sm">
            {items.length === 0 && <Text size="sm">{words.none}</Text>}
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
      <NewNote {...writing} words={words} onSent={() => void query.refetch()} />
    </Section>
  );
}

interface NewNoteProps extends Pick<NotesProps<Note>, 'send' | 'draft' | 'words'> {
  onSent: () => void;
}

function NewNote({ send, draft, words, onSent }: NewNoteProps) {
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
    <Form action={action} verb={words.send} variant="default" isNarrow>
      <Textarea
        w="100%"
        label={words.write}
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
