import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../api/call.ts';
import type { Input } from '../../api/contract.ts';
import type { Case } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { reportWords as words } from '../../wording/case.ts';
import { eventName } from '../../wording/events.ts';
import { useCaseUpdate } from './use-case-action.ts';
import { Dialog } from '../../shared/dialog.tsx';

type CustomerFact = Input<'POST /v1/cases/{id}/facts'>['body'];
type Kind = CustomerFact['kind'];

/** What customers report. The compiler compares it with the contract. */
const kinds: Readonly<Record<Kind, true>> = { payment: true, moved_out: true };

/** The form for what happened outside. What was typed stays when it is closed. */
export function ReportFact({ one, isOpen, onClose }: { one: Case; isOpen: boolean; onClose: () => void }) {
  const { id, mode } = one;
  const { show } = useCaseUpdate(one);
  const today = clockDay(one);
  // Until a day is chosen, it is today, which goes on while the page is open.
  const form = useForm<{ kind: Kind; date: string | null; detail: string }>({
    initialValues: { kind: 'payment', date: null, detail: '' },
  });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: ({ kind, date, detail }) =>
      call(
        'POST /v1/cases/{id}/facts',
        { id, body: { kind, date: date ?? today, ...(detail.trim() !== '' && { detail }) } },
        { mode },
      ),
    onDone: (now) => {
      form.reset();
      onClose();
      void show(now);
    },
  });
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.report} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={onSubmit}>
        <Stack>
          <Text size="sm">{words.meaning}</Text>
          <NativeSelect
            label={words.kind}
            data={(Object.keys(kinds) as Kind[]).map((value) => ({ value, label: eventName(value) }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            type="date"
            label={words.date}
            required
            max={today}
            {...form.getInputProps('date')}
            value={form.values.date ?? today}
          />
          <Textarea
            label={words.detail}
            description={words.detailHelp}
            maxLength={1000}
            autosize
            minRows={2}
            {...form.getInputProps('detail')}
          />
          <RefusalAlert error={error} />
          <Group>
            <Button type="submit" loading={isPending}>
              {words.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
