import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { attorneyNotesQuery } from '../../api/queries.ts';
import { formatMoment } from '../../shared/dates.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useUnsent } from '../../shared/unsent.ts';
import { useFormAction } from '../../shared/use-form-action.ts';
import { deskWords as words, noteWriterName } from '../../wording/desk.ts';
import { Section } from '../../shared/section.tsx';

/** The conversation with the customer, oldest first. */
export function Notes({ caseId }: { caseId: string }) {
  const notes = useQuery(attorneyNotesQuery(caseId));
  return (
    <Section title={words.notes}>
      <QueryState query={notes}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text c="dimmed">{words.noNotes}</Text>}
            {items.map((note) => (
              <Stack key={note.id} gap={2} className="breakable">
                <Text size="xs" c="dimmed">
                  {noteWriterName(note)}, {formatMoment(note.createdAt)}
                </Text>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  {note.body}
                </Text>
              </Stack>
            ))}
          </>
        )}
      </QueryState>
      <NewNote caseId={caseId} />
    </Section>
  );
}

function NewNote({ caseId }: { caseId: string }) {
  const queries = useQueryClient();
  const [kept, keep] = useUnsent(`attorney-note:${caseId}`);
  const form = useForm({ initialValues: { body: kept }, onValuesChange: ({ body }) => keep(body) });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('POST /v1/attorney/cases/{id}/notes', { id: caseId, body }),
    onDone: () => {
      form.setValues({ body: '' });
      keep('');
      void queries.invalidateQueries({ queryKey: attorneyNotesQuery(caseId).queryKey });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack align="start" gap="xs">
        <RefusalAlert error={error} />
        <Textarea w="100%" label={words.note} autosize minRows={2} maxRows={10} {...form.getInputProps('body')} />
        <Button type="submit" variant="default" size="sm" loading={isPending}>
          {words.sendNote}
        </Button>
      </Stack>
    </form>
  );
}
