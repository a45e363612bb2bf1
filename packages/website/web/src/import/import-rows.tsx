import { Button, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import type { Input, Output } from '../api/contract.ts';
import type { Mode } from '../api/mode.ts';
import { caseImportQuery, importFaultsQuery } from '../api/queries.ts';
import { counted } from '../shared/format.ts';
import { Banner, ButtonLink, Hint, Loading, PageTitle, Section, ShowMore } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { fieldName, inWords } from '../wording/fields.ts';
import { type CaseRow, type CaseValues, inputOf, meaningOfFault } from './case-rows.ts';
import type { DateOrder } from './dates.ts';
import { type CaseMeaning, caseMeanings } from './headings.ts';
import classes from './import.module.css';
import { type Entry, referenceKey } from './settle.ts';

export interface ImportRowsProps {
  mode: Mode;
  rows: readonly CaseRow[];
  /** The entries of each ledger, by normalized reference. */
  ledgers: ReadonlyMap<string, readonly Entry[]>;
  orderOf: (meaning: CaseMeaning) => DateOrder | null;
  /** Called with `true` when the drafts have been created. */
  onImported: (isImported: boolean) => void;
  onBack: () => void;
}

type Repair = (row: number, meaning: CaseMeaning, text: string) => void;

/** Asks the service to check the rows, lets the user fix the faulty ones, and then creates the drafts. */
export function ImportRows({ mode, rows, ledgers, orderOf, onImported, onBack }: ImportRowsProps) {
  /** The user's corrections, by the row number in the file. */
  const [repairs, setRepairs] = useState<ReadonlyMap<number, CaseValues>>(new Map());
  const current = rows.map(({ line, values }) => ({ line, values: { ...values, ...repairs.get(line.row) } }));
  const send = (dryRun: boolean) => {
    const inputs = current.map(({ values }) =>
      inputOf(values, { orderOf, ledger: ledgers.get(referenceKey(values.reference ?? '')) }),
    );
    const body = { rows: inputs, dryRun } as unknown as Input<'POST /v1/case-imports'>['body'];
    return call('POST /v1/case-imports', { body }, { mode });
  };
  // Lists that were read before the import don't have the new drafts.
  const create = useAction({ run: () => send(false), refresh: [mode], onDone: () => onImported(true) });
  const check = useAction({
    run: () => {
      create.reset();
      setChecked(repairs);
      return send(true);
    },
  });
  /** The corrections that the last check included. */
  const [checked, setChecked] = useState(repairs);
  const { onClick: startCheck } = check.button;
  useEffect(() => startCheck(), []); // The page opens with a check.
  const onRepair: Repair = (row, meaning, text) =>
    setRepairs(new Map(repairs).set(row, { ...repairs.get(row), [meaning]: text }));
  const outcome = create.data ?? check.data;
  const query = useQuery({ ...caseImportQuery(mode, outcome?.id ?? ''), enabled: outcome !== undefined });
  const { status, counts = noCounts } = query.data ?? {};
  const isChecked = status === 'done' && !create.data;
  const toWrite = counts.created + counts.updated;
  return (
    <>
      <div className={classes['head']}>
        <div>
          <PageTitle>Check and import</PageTitle>
          <p>Nothing is submitted: you check each draft and submit it yourself.</p>
        </div>
      </div>
      <div className={classes['parts']}>
        <RefusalAlert error={check.error ?? create.error} />
        {!outcome && !check.error && <Loading lines={3} />}
        {outcome && (
          <Outcome
            key={outcome.id}
            mode={mode}
            id={outcome.id}
            isCheck={!create.data}
            rows={current}
            onRepair={onRepair}
            query={query}
          />
        )}
      </div>
      <div className={classes['foot']}>
        <span>{counted(rows.length, 'row')}</span>
        <Button size="md" variant="default" onClick={onBack}>
          Back
        </Button>
        {checked !== repairs || check.error ? (
          <Button size="md" {...check.button}>
            Check again
          </Button>
        ) : (
          isChecked &&
          toWrite > 0 && (
            <Button size="md" {...create.button}>
              {verbOf(counts)}
            </Button>
          )
        )}
        {create.data && status !== 'running' && (
          <ButtonLink size="md" to="/cases" search={{ state: 'draft' }}>
            Show the drafts
          </ButtonLink>
        )}
      </div>
    </>
  );
}

interface OutcomeProps {
  mode: Mode;
  id: string;
  isCheck: boolean;
  rows: readonly CaseRow[];
  onRepair: Repair;
  query: UseQueryResult<Output<'GET /v1/case-imports/{id}'>>;
}

/** Shows the progress and the result of a check or an import. */
function Outcome({ mode, id, isCheck, rows, onRepair, query }: OutcomeProps) {
  return (
    <QueryState query={query}>
      {({ status, counts }) => {
        const { created, updated, unchanged, invalid } = counts;
        const done = created + updated + unchanged + invalid;
        if (status === 'running') {
          return (
            <Stack gap={4}>
              <Text size="sm" role="status">
                {done} of {counted(counts.rows, 'row')}
              </Text>
              <Progress value={(done / counts.rows) * 100} aria-label="Import" />
            </Stack>
          );
        }
        if (status === 'failed') {
          return (
            <Banner tone="bad" role="alert" title="The import did not finish.">
              Start it again. Rows that were already imported are not imported again.
            </Banner>
          );
        }
        return (
          <>
            <Banner tone={invalid > 0 ? 'warning' : 'good'} role="status" title={isCheck ? 'Checked.' : 'Imported.'}>
              {summaryOf(counts, isCheck)}
            </Banner>
            {invalid > 0 && <Faults mode={mode} id={id} rows={rows} onRepair={onRepair} />}
          </>
        );
      }}
    </QueryState>
  );
}

type Counts = Output<'GET /v1/case-imports/{id}'>['counts'];

const noCounts: Counts = { rows: 0, created: 0, updated: 0, unchanged: 0, invalid: 0 };

/** Summarizes the result: `2 new drafts. 1 update. 1 row to fix.` */
function summaryOf({ created, updated, unchanged, invalid }: Counts, isCheck: boolean): string {
  const parts = [
    isCheck ? `${counted(created, 'new draft')}.` : `${counted(created, 'draft')} created.`,
    updated > 0 && (isCheck ? `${counted(updated, 'update')}.` : `${counted(updated, 'draft')} updated.`),
    unchanged > 0 && `${unchanged} unchanged.`,
    invalid > 0 && `${counted(invalid, 'row')} to fix.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

function verbOf({ created, updated }: Counts): string {
  if (updated === 0) return `Create ${counted(created, 'draft')}`;
  return created === 0
    ? `Update ${counted(updated, 'draft')}`
    : `Create ${counted(created, 'draft')} and update ${updated}`;
}

interface FaultsProps extends Pick<OutcomeProps, 'mode' | 'id' | 'rows' | 'onRepair'> {}

/** Lists the faulty rows, with fields to correct them. */
function Faults({ mode, id, rows, onRepair }: FaultsProps) {
  const query = useQuery(importFaultsQuery(mode, id));
  const [shown, setShown] = useState(20);
  return (
    <QueryState query={query}>
      {({ items, nextCursor }) => (
        <Section title="Fix these rows" help="Then check again. The other rows can be imported without them.">
          <ul className={classes['faults']}>
            {items.slice(0, shown).map((item) => {
              const row = rows[item.row - 1];
              return row && <Fault key={item.row} item={item} row={row} onRepair={onRepair} />;
            })}
          </ul>
          {items.length > shown && <ShowMore onClick={() => setShown(shown + 20)} />}
          {nextCursor !== null && items.length <= shown && <Hint>Fix these first. More rows need attention.</Hint>}
        </Section>
      )}
    </QueryState>
  );
}

interface FaultProps extends Pick<OutcomeProps, 'onRepair'> {
  item: Output<'GET /v1/case-imports/{id}/rows'>['items'][number];
  row: CaseRow;
}

function Fault({ item: { reference, issues }, row: { line, values }, onRepair }: FaultProps) {
  const faulty = [...new Set(issues.map(({ path }) => meaningOfFault(path, values)))].filter(
    (meaning) => meaning !== null,
  );
  return (
    <li className="breakable">
      <div className={classes['fault']} role="group" aria-label={`Row ${line.row}`}>
        <div>
          <b>Row {line.row}</b>
          {reference !== null && <Hint>{reference}</Hint>}
        </div>
        <div>
          {issues.map(({ path, message }) => (
            <p key={`${path} ${message}`}>
              {path === '' ? '' : `${fieldName(path)}: `}
              {inWords(message)}
            </p>
          ))}
        </div>
        <Stack gap="xs">
          {faulty.map((meaning) => (
            <TextInput
              key={meaning}
              size="xs"
              label={caseMeanings[meaning]}
              value={values[meaning] ?? ''}
              onChange={({ currentTarget }) => onRepair(line.row, meaning, currentTarget.value)}
            />
          ))}
        </Stack>
      </div>
    </li>
  );
}
