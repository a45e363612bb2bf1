import { Button, Text } from '@mantine/core';
import { IconCircleCheck, IconClock, IconPlus } from '@tabler/icons-react';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Case, caseFactsQuery } from '../../api/queries.ts';
import { isFinished } from '../../shared/case-facts.ts';
import { courtRows, factRows, type FactRow, rowsOf } from '../../shared/fact-rows.ts';
import { formatCents, formatDay, formatShortDay, plainName } from '../../shared/format.ts';
import { FactList, Lines, Section } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { OpenedReport } from '../../shared/report-dialog.tsx';
import { recipientsOf, type Recipient, standOf } from '../../shared/service-table.ts';
import { methodName, reporterNames, shortEventName } from '../../wording/events.ts';
import classes from './facts.module.css';
import { Report } from './report.tsx';
import { useCaseUpdate } from './use-case.ts';

/** Shows for each paper whether it was served on each tenant. */
export function Service({ one }: { one: Case }) {
  const { service } = one.data.progress;
  return (['summons', 'notice'] as const)
    .filter((name) => service.some(({ stage }) => stage === name))
    .map((stage) => (
      <Section key={stage} title={stageNames[stage]}>
        <Lines>
          {recipientsOf(one, service, stage).map((who) => (
            <li key={who.partyIndex} className={classes['served']}>
              <bdi className={`${classes['name']} breakable`}>{plainName(who.name)}</bdi>
              <Stand who={who} />
              <small>{who.attempts.toReversed().map(attemptText).join(' ')}</small>
            </li>
          ))}
        </Lines>
      </Section>
    ));
}

type Attempt = Case['data']['progress']['service'][number];

function Stand({ who }: { who: Recipient<Attempt> }) {
  const day = who.isReached ? who.attempts.at(-1)?.servedDate : null;
  return (
    <span className={classes['stand']} data-served={who.isReached}>
      {who.isReached ? <IconCircleCheck size={15} aria-hidden /> : <IconClock size={15} aria-hidden />}
      {standOf(who)}
      {day && ` ${formatShortDay(day)}`}
    </span>
  );
}

function attemptText({ method, status }: Attempt): string {
  const name = methodName(method);
  return status === 'served' ? `${name}.` : `${name}: ${resultNames[status]}.`;
}

const stageNames = { notice: 'Service of the notice', summons: 'Service of the summons' } as const;
const resultNames = { pending: 'no result yet', failed: 'failed' } as const;

/** Shows what is recorded about the court. */
export function Court({ one }: { one: Case }) {
  const rows = courtRows(one).filter(
    ({ label }) => label !== 'Notice served' && label !== 'Last day of the notice period',
  );
  if (rows.length === 0) return null;
  return (
    <Section title="Court">
      <FactList rows={rows} />
    </Section>
  );
}

/** Shows the attorney who has taken the case. Renders nothing for a test case, which the sandbox reviews. */
export function AttorneyOfCase({ one }: { one: Case }) {
  if (one.mode === 'test') return null;
  const { attorney } = one;
  return (
    <Section title="Attorney">
      {attorney ? (
        <div className="breakable">
          <Text size="sm" fw={500}>
            {attorney.name ?? 'An attorney whose account was erased'}
          </Text>
          {attorney.licensedIn !== null && attorney.barNumber !== null && (
            <Text size="xs" c="var(--ink-3)">
              Licensed in {attorney.licensedIn}, number {attorney.barNumber}
            </Text>
          )}
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {withoutAttorney(one)}
        </Text>
      )}
    </Section>
  );
}

function withoutAttorney(one: Case): string {
  if (isFinished(one)) return 'No attorney is engaged.';
  return one.state === 'draft' || one.state === 'submitted'
    ? 'No attorney has been asked yet.'
    : 'No attorney is engaged at the moment.';
}

/** Shows the customer's facts: those that are looked up most often, or all of them on demand and in print. */
export function CaseFacts({ one }: { one: Case }) {
  const [isWhole, whole] = useDisclosure(false);
  const id = useId();
  const rows = factRows(one);
  return (
    <Section
      title="Facts"
      beside={
        <Button size="xs" variant="subtle" onClick={whole.toggle} aria-expanded={isWhole} aria-controls={id}>
          {isWhole ? 'Fewer facts' : 'All facts'}
        </Button>
      }
    >
      <div id={id}>
        {isWhole ? (
          <FactList rows={[...rows, ...ownRows(one)]} />
        ) : (
          <>
            <div className="no-print">
              <FactList rows={[...briefRows(one, rows), ...ownRows(one)]} />
            </div>
            <div className="print-only">
              <FactList rows={[...rows, ...ownRows(one)]} />
            </div>
          </>
        )}
      </div>
    </Section>
  );
}

const briefLabels = ['Ledger balance', 'Monthly rent', 'Lease', 'Owner of record', 'Where rent is paid', 'Violation'];

function briefRows({ data: { progress, amountOwedCents } }: Case, rows: readonly FactRow[]): FactRow[] {
  const matches = progress.ledgerBalanceCents !== null && progress.ledgerBalanceCents === amountOwedCents;
  return briefLabels.flatMap((label) =>
    rows
      .filter((row) => row.label === label)
      .map((row) =>
        label === 'Ledger balance' && matches ? { ...row, value: `${row.value}\nMatches the amount owed` } : row,
      ),
  );
}

const ownRows = ({ id, reference }: Case) => rowsOf({ 'Your reference': reference, 'Case ID': id });

interface ReferenceProps {
  one: Case;
  isOpen: boolean;
  close: () => void;
}

/** A dialog that sets the customer's own reference for the case. */
export function Reference({ one: { id, mode, reference }, ...dialog }: ReferenceProps) {
  const { show } = useCaseUpdate({ id, mode });
  return (
    <OpenedReport
      {...dialog}
      verb={referenceVerb({ reference })}
      meaning="For example, the unit number in your own system. You can search for it in your list of cases."
      fields={[{ name: 'reference', label: 'Reference', kind: 'text', initial: reference ?? '' }]}
      run={({ reference: given }) =>
        call(
          'PUT /v1/cases/{id}/reference',
          { id, body: { reference: typeof given === 'string' ? given : null } },
          { mode },
        )
      }
      onDone={(now) => void show(now)}
    />
  );
}

export function referenceVerb({ reference }: Pick<Case, 'reference'>): string {
  return reference === null ? 'Set your reference' : 'Change your reference';
}

const shownReports = 5;

/** Lists the facts that the customer reported, newest first, with a button to report more. */
export function ReportedFacts({ one }: { one: Case }) {
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  const [isReporting, report] = useDisclosure(false);
  const [shown, setShown] = useState(shownReports);
  if (one.state === 'draft') return null;
  const canReport = !isFinished(one);
  return (
    <Section
      title="Reported facts"
      beside={
        canReport && (
          <Button size="xs" variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={report.open}>
            Report
          </Button>
        )
      }
    >
      {canReport && <Report one={one} isOpen={isReporting} close={report.close} />}
      <QueryState query={facts}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="xs" c="var(--ink-3)">
              {canReport ? 'Payments and move-outs you report show up here.' : 'Nothing was reported.'}
            </Text>
          ) : (
            <Lines>
              {items
                .toReversed()
                .slice(0, shown)
                .map(({ id, kind, date, amountCents, detail, reportedBy }) => (
                  <li key={id} className={classes['served']}>
                    <span className={classes['name']}>
                      {shortEventName(kind)}
                      {amountCents !== null && `: ${formatCents(amountCents)}`}
                    </span>
                    {detail !== null && <span className="wrapped">{detail}</span>}
                    <small>
                      {formatDay(date)}, by {reporterNames[reportedBy]}
                    </small>
                  </li>
                ))}
            </Lines>
          )
        }
      </QueryState>
      {(facts.data?.items.length ?? 0) > shown && (
        <div>
          <Button size="xs" variant="subtle" onClick={() => setShown(Infinity)}>
            Show all {facts.data?.items.length}
          </Button>
        </div>
      )}
    </Section>
  );
}
