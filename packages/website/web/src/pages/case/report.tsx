import { call } from '../../api/call.ts';
import type { Input } from '../../api/contract.ts';
import type { Case, ReportedFact } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { formatCents } from '../../shared/format.ts';
import { OpenedReport } from '../../shared/report-dialog.tsx';
import { useCaseUpdate } from './use-case.ts';

type CustomerFact = Input<'POST /v1/cases/{id}/facts'>['body'];

/** What customers can report: the facts in the contract, and a cure. */
type Kind = CustomerFact['kind'] | 'cure';

/** The label of the button, by ground. It says what can end the case before it goes to court. */
export const reportVerbs: Readonly<Record<Case['ground'], string>> = {
  nonpayment: 'Report payment or cure',
  lease_violation: 'Report cure or move-out',
  holdover: 'Report move-out',
};

const choicesOf: Readonly<Record<Case['ground'], Readonly<Record<Kind, string>>>> = {
  nonpayment: { cure: 'Paid in full', payment: 'Paid in part', moved_out: 'Moved out' },
  lease_violation: { cure: 'Violation ended', payment: 'Payment', moved_out: 'Moved out' },
  holdover: { moved_out: 'Moved out', payment: 'Payment', cure: 'Cured in another way' },
};

const sendVerbs: Readonly<Record<Kind, string>> = {
  cure: 'Report cure',
  payment: 'Report payment',
  moved_out: 'Report move-out',
};

interface ReportProps {
  one: Case;
  isOpen: boolean;
  close: () => void;
}

/** The form for reporting what the tenants did. It shows the consequence of each report. */
export function Report({ one, isOpen, close }: ReportProps) {
  const { id, mode, ground } = one;
  const { shown, refresh } = useCaseUpdate(one);
  const isFact = ({ kind }: { kind?: unknown }) => kind === 'payment' || kind === 'moved_out';
  return (
    <OpenedReport<Case | ReportedFact>
      isOpen={isOpen}
      close={close}
      verb={reportVerbs[ground]}
      send={({ kind }) =>
        kind === 'cure' && ground === 'nonpayment' ? 'Report payment' : (sendVerbs[kind as Kind] ?? 'Report')
      }
      fields={[
        {
          name: 'kind',
          label: 'What happened',
          kind: 'choice',
          required: true,
          choices: choicesOf[ground],
          consequences: { cure: cureMeaning(one), payment: recorded, moved_out: recorded },
        },
        {
          name: 'date',
          label: 'Date',
          kind: 'day',
          required: true,
          needed: true,
          initial: clockDay(one),
          when: isFact,
        },
        { name: 'amountCents', label: 'Amount', kind: 'money', when: ({ kind }) => kind === 'payment' },
        { name: 'detail', label: 'Details (optional)', kind: 'long', when: isFact },
      ]}
      run={({ kind, ...body }) =>
        kind === 'cure'
          ? call('POST /v1/cases/{id}/report-cure', { id }, { mode })
          : call('POST /v1/cases/{id}/facts', { id, body: { kind, ...body } as CustomerFact }, { mode })
      }
      onDone={(result) => void ('state' in result ? shown(result) : refresh())}
      onRefused={() => void refresh()}
    />
  );
}

const recorded = 'The report is recorded, and the case continues.';

/** Says what reporting a cure means in this state. */
function cureMeaning({ mode, state, ground, data }: Case): string {
  if (ground === 'holdover') return recorded;
  const owed =
    ground === 'nonpayment' && data.amountOwedCents !== undefined
      ? `Amount owed: ${formatCents(data.amountOwedCents)}. `
      : '';
  if (mode === 'live') return `${owed}The attorney gets the report and decides what follows. The case continues.`;
  const ends = state === 'notice_sent' || state === 'cure_period';
  return `${owed}${ends ? 'This test case ends as resolved.' : 'The report is recorded, and the case continues.'}`;
}
