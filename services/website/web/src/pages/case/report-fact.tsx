import { call } from '../../api/call.ts';
import type { Input } from '../../api/contract.ts';
import type { Case } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { eventName } from '../../wording/events.ts';
import { useCaseUpdate } from './use-case-action.ts';

type CustomerFact = Input<'POST /v1/cases/{id}/facts'>['body'];

/** What customers report. The compiler compares it with the contract. */
const kinds = Object.keys({ payment: true, moved_out: true } satisfies Record<CustomerFact['kind'], true>);

/** The form for what happened outside. */
export function ReportFact({ one }: { one: Case }) {
  const { id, mode } = one;
  const { show } = useCaseUpdate(one);
  return (
    <ReportDialog
      verb="Report a fact"
      send="Send report"
      meaning="The report is recorded and passed on. It does not change the state of the case."
      button={{ size: 'xs' }}
      fields={[
        {
          name: 'kind',
          label: 'What happened',
          kind: 'choice',
          required: true,
          choices: Object.fromEntries(kinds.map((kind) => [kind, eventName(kind as CustomerFact['kind'])])),
        },
        { name: 'date', label: 'When it happened', kind: 'day', required: true, initial: clockDay(one) },
        {
          name: 'detail',
          label: 'Details',
          kind: 'long',
          help: 'For example the amount and how it was paid. Optional.',
        },
      ]}
      run={(body) => call('POST /v1/cases/{id}/facts', { id, body: body as CustomerFact }, { mode })}
      onDone={(now) => void show(now)}
    />
  );
}
