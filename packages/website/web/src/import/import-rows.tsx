import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import type { Input, Output } from '../api/contract.ts';
import type { Mode } from '../api/mode.ts';
import { caseImportQuery, importFaultsQuery } from '../api/queries.ts';
import { counted } from '../shared/format.ts';
import { AppLink, Hint, PageTitle, SmallButton } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { fieldName, inWords } from '../wording/fields.ts';
import { type CaseRow, type CaseValues, inputOf, meaningOfFault } from './case-rows.ts';
import type { DateOrder } from './dates.ts';
import { type CaseMeaning, caseMeanings } from './headings.ts';
import { ImportSection } from './import-section.tsx';
import { type Entry, referenceKey } from './settle.ts';
import { Steps } from './steps.tsx';

export interface ImportRowsProps {
  mode: Mode;
  rows: readonly CaseRow[];
  /** The lines of the ledgers by the key of their reference. */
  ledgers: ReadonlyMap<string, readonly Entry[]>;
  orderOf: (meaning: CaseMeaning) => DateOrder | null;
  onBack: () => void;
}

type Repair = (row: number, meaning: CaseMeaning, text: string) => void;

/** Asks the service what would become of the rows, lets a person fix those with faults, and then creates the drafts. */
export function ImportRows({ mode, rows, ledgers, orderOf, onBack }: ImportRowsProps) {
  /** What was corrected, by the row of the file. */
  const [repairs, setRepairs] = useState<ReadonlyMap<number, CaseValues>>(new Map());
  const current = rows.map(({ line, values }) => ({ line, values: { ...values, ...repairs.get(line.row) } }));
  const send = (dryRun: boolean) => {
    const inputs = current.map(({ values }) =>
      inputOf(values, { orderOf, ledger: ledgers.get(referenceKey(values.reference ?? '')) }),
    );
    const body = { rows: inputs, dryRun } as unknown as Input<'POST /v1/case-imports'>['body'];
    return call('POST /v1/case-imports', { body }, { mode });
  };
  const create = useAction({ run: () => send(false) });
  const check = useAction({
    run: () => {
      create.reset();
      setChecked(repairs);
      return send(true);
    },
  });
  /** The corrections that were part of the last check. */
  const [checked, setChecked] = useState(repairs);
  const { onClick: startCheck } = check.button;
  useEffect(() => startCheck(), []); // The page opens with a check.
  const onRepair: Repair = (row, meaning, text) =>
    setRepairs(new Map(repairs).set(row, { ...repairs.get(row), [meaning]: text }));
  const outcome = create.data ?? check.data;
  return (
    <>
      <Group justify="space-between">
        <PageTitle>Check and import</PageTitle>
        <Steps current={create.data ? 'Import' : 'Fix rows'} />
      </Group>
      <RefusalAlert error={check.error ?? create.error} />
      {outcome && (
        <Outcome
          key={outcome.id}
          mode={mode}
          id={outcome.id}
          isCheck={!create.data}
          rows={current}
          onRepair={onRepair}
          create={checked === repairs && !create.data ? create.button : null}
        />
      )}
      <Group>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {(checked !== repairs || check.error) && <Button {...check.button}>Check again</Button>}
      </Group>
    </>
  );
}

interface OutcomeProps {
  mode: Mode;
  id: string;
  isCheck: boolean;
  rows: readonly CaseRow[];
  onRepair: Repair;
  /** The button that creates the drafts; null where there is something to check before, or they are there. */
  create: { loading: boolean; onClick: () => void } | null;
}

function Outcome({ mode, id, isCheck, rows, onRepair, create }: OutcomeProps) {
  const query = useQuery(caseImportQuery(mode, id));
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
            <Alert color="red" variant="outline" role="alert" title="The import did not finish">
              Start it again. Rows that are done are not imported twice.
            </Alert>
          );
        }
        return (
          <>
            <Alert
              color={invalid > 0 ? 'yellow' : 'green'}
              variant="outline"
              role="status"
              title={isCheck ? 'Checked' : 'Imported'}
            >
              <Stack gap={4} align="start">
                <Text size="sm">{summaryOf(counts, isCheck)}</Text>
                {!isCheck && <AppLink to="/cases">Go to the cases</AppLink>}
              </Stack>
            </Alert>
            {invalid > 0 && <Faults mode={mode} id={id} rows={rows} onRepair={onRepair} />}
            {create && created + updated > 0 && (
              <Button style={{ alignSelf: 'start' }} {...create}>
                {verbOf(created, updated)}
              </Button>
            )}
          </>
        );
      }}
    </QueryState>
  );
}

type Counts = Output<'GET /v1/case-imports/{id}'>['counts'];

/** `2 new drafts. 1 update. 1 row to fix.` */
function summaryOf({ created, updated, unchanged, invalid }: Counts, isCheck: boolean): string {
  const parts = [
    isCheck ? `${counted(created, 'new draft')}.` : `${counted(created, 'draft')} created.`,
    updated > 0 && (isCheck ? `${counted(updated, 'update')}.` : `${counted(updated, 'draft')} updated.`),
    unchanged > 0 && `${unchanged} unchanged.`,
    invalid > 0 && `${counted(invalid, 'row')} to fix.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

function verbOf(created: number, updated: number): string {
  if (updated === 0) return `Create ${counted(created, 'draft')}`;
  return created === 0
    ? `Update ${counted(updated, 'draft')}`
    : `Create ${counted(created, 'draft')} and update ${updated}`;
}

interface FaultsProps extends Pick<OutcomeProps, 'mode' | 'id' | 'rows' | 'onRepair'> {}

/** Every row with a fault, with the fields to correct it. */
function Faults({ mode, id, rows, onRepair }: FaultsProps) {
  const query = useQuery(importFaultsQuery(mode, id));
  const [shown, setShown] = useState(20);
  return (
    <QueryState query={query}>
      {({ items, nextCursor }) => (
        <ImportSection title="Fix these rows" note="Then check again. The other rows are imported either way.">
          {items.slice(0, shown).map((item) => {
            const row = rows[item.row - 1];
            return row && <Fault key={item.row} item={item} row={row} onRepair={onRepair} />;
          })}
          {items.length > shown && (
            <SmallButton style={{ alignSelf: 'start' }} onClick={() => setShown(shown + 20)}>
              Show more
            </SmallButton>
          )}
          {nextCursor !== null && items.length <= shown && <Hint>Fix these first. More rows need attention.</Hint>}
        </ImportSection>
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
    <Stack gap={4} role="group" aria-label={`Row ${line.row}`} className="breakable">
      <Text size="sm" fw={600}>
        Row {line.row}
        {reference !== null && `, ${reference}`}
      </Text>
      {issues.map(({ path, message }) => (
        <Text key={`${path} ${message}`} size="sm">
          {path === '' ? '' : `${fieldName(path)}: `}
          {inWords(message)}
        </Text>
      ))}
      <Group>
        {faulty.map((meaning) => (
          <TextInput
            key={meaning}
            size="xs"
            label={caseMeanings[meaning]}
            value={values[meaning] ?? ''}
            onChange={({ currentTarget }) => onRepair(line.row, meaning, currentTarget.value)}
          />
        ))}
      </Group>
    </Stack>
  );
}
