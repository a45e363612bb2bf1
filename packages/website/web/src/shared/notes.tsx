import { Text, Textarea } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { attorneyNotesQuery, type Case, caseNotesQuery } from '../api/queries.ts';
import { refreshEveryMs } from './case-facts.ts';
import { Form, useFormAction } from './form.tsx';
import classes from './notes.module.css';
import { Ago, Section } from './parts.tsx';
import { QueryState } from './query-state.tsx';
import { useUnsent } from './unsent.ts';

const writerNames = { customer: 'You or a colleague', attorney: 'Attorney', platform: 'The service' };

/** The customer's conversation with the attorney. */
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
      title="Messages"
      none="Messages between you and the attorney about this case show up here."
      label="Your message"
      verb="Send message"
    />
  );
}

/** The attorney's conversation with the customer. */
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
      title="Notes"
      none="There are no notes."
      label="Note to the customer"
      verb="Send note"
    />
  );
}

interface Note {
  id: string;
  body: string;
  createdAt: string;
}

interface NotesProps<N extends Note> {
  title: string;
  query: UseQueryResult<{ items: N[] }>;
  /** Returns the display name of a note's writer. */
  writerOf: (note: N) => string;
  isOwn: (note: N) => boolean;
  send: (body: { body: string }) => Promise<unknown>;
  /** The name under which the browser keeps an unsent note. */
  draft: string;
  /** Shown if there are no notes. */
  none: string;
  /** The label of the field for a new note, and of its button. */
  label: string;
  verb: string;
}

const longest = 5000;

/** Shows the conversation about a case, oldest first. An unsent note is kept until it is sent. */
function Notes<N extends Note>({ query, title, writerOf, isOwn, none, ...writing }: NotesProps<N>) {
  return (
    <Section title={title}>
      <div className={classes['notes']}>
        <QueryState query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm" c="dimmed">
                {none}
              </Text>
            ) : (
              <ol className={classes['list']}>
                {items.map((note) => (
                  <li key={note.id} className={classes['note']} data-own={isOwn(note)}>
                    <p className={classes['writer']}>
                      <b>{writerOf(note)}</b>
                      <small>
                        <Ago moment={note.createdAt} />
                      </small>
                    </p>
                    <p className={`${classes['body']} wrapped`}>{note.body}</p>
                  </li>
                ))}
              </ol>
            )
          }
        </QueryState>
        <NewNote {...writing} onSent={() => void query.refetch()} />
      </div>
    </Section>
  );
}

interface NewNoteProps extends Pick<NotesProps<Note>, 'send' | 'draft' | 'label' | 'verb'> {
  onSent: () => void;
}

function NewNote({ send, draft, label, verb, onSent }: NewNoteProps) {
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
    <Form action={action} verb={verb} variant="default" isNarrow>
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
