import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Input, Output } from '../../api/contract.ts';
import { type Mode, useMode } from '../../api/mode.ts';
import { caseImportQuery, importFaultsQuery } from '../../api/queries.ts';
import { ColumnTable } from '../../shared/column-table.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { AppLink, Hint, PageTitle, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import type { Sheet } from '../../shared/table.ts';
import { SheetSelect, TableInput } from '../../shared/table-input.tsx';
import { useAction } from '../../shared/use-action.ts';
import { fieldName, inWords } from '../../wording/fields.ts';
import {
  type CaseFile,
  type CaseValues,
  type Column,
  columnNames,
  columnOfFault,
  guessCaseColumns,
  guessCaseSheet,
  guessLedgerSheet,
  readCases,
  readLedgers,
  rowOf,
  valuesOf,
} from './import-columns.ts';

const mostRows = 5000;
const rowsOfPreview = 3;
const straysShown = 5;
const memory = 'import-columns';

/** A portfolio from a file: its columns are matched, every fault is repaired on one page, and then drafts are made. */
export function ImportCases() {
  const mode = useMode();
  const [sheets, setSheets] = useState<readonly Sheet[]>([]);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  /** Of a file of ledgers; without one they can be in the workbook of the cases. */
  const [ledgerSheets, setLedgerSheets] = useState<readonly Sheet[]>([]);
  /** Null for none; undefined until it is chosen. */
  const [ledgerChoice, setLedgerChoice] = useState<Sheet | null>();
  const [mapping, setMapping] = useState<(Column | '')[]>([]);
  /** What was repaired, by row. */
  const [repairs, setRepairs] = useState<ReadonlyMap<number, CaseValues>>(new Map());
  const file = useMemo(() => sheet && readCases(sheet.rows), [sheet]);
  const candidates = ledgerSheets.length > 0 ? ledgerSheets : sheets.filter((one) => one !== sheet);
  const ledgerSheet =
    ledgerChoice === undefined ? (guessLedgerSheet(candidates) ?? ledgerSheets[0] ?? null) : ledgerChoice;
  const ledgers = useMemo(() => ledgerSheet && readLedgers(ledgerSheet.rows), [ledgerSheet]);
  const show = (chosen: Sheet | null) => {
    const header = chosen && readCases(chosen.rows).header;
    setSheet(chosen);
    setRepairs(new Map());
    setMapping(header ? (remembered(header) ?? guessCaseColumns(header)) : []);
    setLedgerChoice(undefined);
  };
  const map = (at: number, column: Column | '') => {
    const next = mapping.map((one, index) => (index === at ? column : one === column ? '' : one));
    setMapping(next);
    if (file) localStorage.setItem(`${memory}:${file.header.join()}`, JSON.stringify(next));
  };
  const values = (file?.rows ?? []).map((row, at) => ({ ...valuesOf(row, mapping), ...repairs.get(at + 1) }));
  const references = new Set(values.map(({ reference }) => reference));
  const strays = [...(ledgers?.ledgers.keys() ?? [])].filter((one) => values.length > 0 && !references.has(one));
  return (
    <Stack>
      <PageTitle>Import cases</PageTitle>
      <Text>
        Each row of the file becomes a draft, or changes the draft that has its reference. Nothing is submitted. The
        ledgers can be a sheet of the same workbook, or a file of their own.
      </Text>
      <Group align="start">
        <TableInput
          label="File of cases"
          description="XLSX or CSV, with a row for each case"
          onRead={(found) => {
            setSheets(found);
            show(guessCaseSheet(found));
          }}
        />
        <TableInput
          label="Ledgers, optional"
          description="Each row with the reference of its case"
          onRead={(found) => {
            setLedgerSheets(found);
            setLedgerChoice(undefined);
          }}
        />
      </Group>
      <Group>
        <SheetSelect label="Sheet of cases" sheets={sheets} chosen={sheet} onChoose={show} />
        <SheetSelect
          label="Sheet of ledgers"
          sheets={candidates}
          chosen={ledgerSheet}
          {...(ledgerSheets.length === 0 && { none: 'None' })}
          onChoose={setLedgerChoice}
        />
      </Group>
      {ledgers !== null && (ledgers.unread > 0 || ledgers.unused.length > 0 || strays.length > 0) && (
        <Alert color="red" variant="outline" role="alert" title="Parts of the ledgers are left out">
          {ledgers.unread > 0 && (
            <Text size="sm">{ledgers.unread} have no reference, date or amount that can be read.</Text>
          )}
          {ledgers.unused.length > 0 && (
            <Text size="sm">These columns have dates or amounts, and are not used: {ledgers.unused.join(', ')}</Text>
          )}
          {strays.length > 0 && (
            <Text size="sm">
              {counted(strays.length, 'reference')} in no row of cases: {strays.slice(0, straysShown).join(', ')}
              {strays.length > straysShown && ' …'}
            </Text>
          )}
        </Alert>
      )}
      {file && <Columns file={file} mapping={mapping} onMap={map} />}
      {file && file.rows.length > mostRows && (
        <Alert color="red" variant="outline" role="alert" title="The file has more than 5,000 rows">
          Split it into several files.
        </Alert>
      )}
      {file && file.rows.length > 0 && file.rows.length <= mostRows && (
        <Work
          key={mode}
          mode={mode}
          values={values}
          rowsOf={() => values.map((one) => rowOf(one, ledgers?.ledgers.get(one.reference ?? '')))}
          onRepair={(row, column, text) =>
            setRepairs(new Map(repairs).set(row, { ...repairs.get(row), [column]: text }))
          }
        />
      )}
    </Stack>
  );
}

function remembered(header: readonly string[]): (Column | '')[] | null {
  const kept = JSON.parse(localStorage.getItem(`${memory}:${header.join()}`) ?? 'null') as (Column | '')[] | null;
  return kept?.length === header.length ? kept : null;
}

interface ColumnsProps {
  file: CaseFile;
  mapping: readonly (Column | '')[];
  onMap: (at: number, column: Column | '') => void;
}

function Columns({ file, mapping, onMap }: ColumnsProps) {
  return (
    <Section
      title="What each column contains"
      help={`${counted(file.rows.length, 'row')}${file.titles > 0 ? `, without ${counted(file.titles, 'line')} above the names` : ''}`}
    >
      <ColumnTable
        name="The first rows"
        header={file.header}
        rows={file.rows.slice(0, rowsOfPreview)}
        columns={mapping}
        options={optionsOf(columnNames, 'Not used')}
        unused=""
        columnWidth={160}
        onColumn={onMap}
      />
    </Section>
  );
}

interface WorkProps {
  mode: Mode;
  values: readonly CaseValues[];
  /** As they are sent: made when they are, not while somebody types. */
  rowsOf: () => readonly Record<string, unknown>[];
  onRepair: (row: number, column: Column, text: string) => void;
}

/** First says what would become of the rows, then does it. */
function Work({ mode, values, rowsOf, onRepair }: WorkProps) {
  const body = (dryRun: boolean) => ({ rows: rowsOf(), dryRun }) as unknown as Input<'POST /v1/case-imports'>['body'];
  const start = useAction({ run: () => call('POST /v1/case-imports', { body: body(false) }, { mode }) });
  const check = useAction({
    run: () => {
      // What is checked now replaces what was imported before.
      start.reset();
      return call('POST /v1/case-imports', { body: body(true) }, { mode });
    },
  });
  return (
    <>
      <Group>
        <Button variant="default" {...check.button}>
          Check {values.length} rows
        </Button>
        <Button {...start.button}>Import {values.length} rows</Button>
      </Group>
      <RefusalAlert error={check.error ?? start.error} />
      {check.data && !start.data && (
        <Outcome key={check.data.id} mode={mode} id={check.data.id} isCheck values={values} onRepair={onRepair} />
      )}
      {start.data && <Outcome key={start.data.id} mode={mode} id={start.data.id} values={values} onRepair={onRepair} />}
    </>
  );
}

interface OutcomeProps extends Pick<WorkProps, 'mode' | 'values' | 'onRepair'> {
  id: string;
  isCheck?: boolean;
}

function Outcome({ mode, id, isCheck = false, values, onRepair }: OutcomeProps) {
  const query = useQuery(caseImportQuery(mode, id));
  return (
    <QueryState query={query}>
      {({ status, counts: { rows, created, updated, unchanged, invalid } }) => {
        const worked = created + updated + unchanged + invalid;
        if (status === 'running') {
          return (
            <Stack gap={4}>
              <Text size="sm" role="status">
                {worked} of {rows} rows
              </Text>
              <Progress value={(worked / rows) * 100} aria-label="Import" />
            </Stack>
          );
        }
        if (status === 'failed') {
          return (
            <Alert color="red" variant="outline" role="alert" title="The import was not finished">
              Start it again: what is done is not done twice.
            </Alert>
          );
        }
        const words = isCheck ? ['to be made', 'to be changed'] : ['made', 'changed'];
        return (
          <>
            <Alert
              color={invalid > 0 ? 'yellow' : 'green'}
              variant="outline"
              role="status"
              title={isCheck ? 'Checked' : 'Imported'}
            >
              <Stack gap={4} align="start">
                <Text size="sm">
                  {counted(created, 'draft')} {words[0]}, {updated} {words[1]}, {unchanged} as{' '}
                  {isCheck ? 'they are' : 'they were'}, {counted(invalid, 'row')} with faults.
                </Text>
                {!isCheck && <AppLink to="/cases">Go to the cases</AppLink>}
              </Stack>
            </Alert>
            {invalid > 0 && <Faults mode={mode} id={id} values={values} onRepair={onRepair} />}
          </>
        );
      }}
    </QueryState>
  );
}

/** Every row with a fault, with the fields to put it right. */
function Faults({ mode, id, values, onRepair }: Omit<OutcomeProps, 'isCheck'>) {
  const query = useQuery(importFaultsQuery(mode, id));
  const [shown, setShown] = useState(20);
  return (
    <QueryState query={query}>
      {({ items, nextCursor }) => (
        <Section title="Put these right" help="Then check or import again: rows that are done stay as they are.">
          {items.slice(0, shown).map((item) => (
            <Fault key={item.row} item={item} values={values[item.row - 1] ?? {}} onRepair={onRepair} />
          ))}
          {items.length > shown && (
            <SmallButton style={{ alignSelf: 'start' }} onClick={() => setShown(shown + 20)}>
              Show more
            </SmallButton>
          )}
          {nextCursor !== null && items.length <= shown && <Hint>Put these right first; there are more.</Hint>}
        </Section>
      )}
    </QueryState>
  );
}

interface FaultProps extends Pick<WorkProps, 'onRepair'> {
  item: Output<'GET /v1/case-imports/{id}/rows'>['items'][number];
  values: CaseValues;
}

function Fault({ item: { row, reference, issues }, values, onRepair }: FaultProps) {
  const faulty = [...new Set(issues.map(({ path }) => columnOfFault(path, values)))].filter(
    (column) => column !== null,
  );
  return (
    <Stack gap={4} role="group" aria-label={`Row ${row}`} className="breakable">
      <Text size="sm" fw={600}>
        Row {row}
        {reference !== null && `, ${reference}`}
      </Text>
      {issues.map(({ path, message }) => (
        <Text key={`${path} ${message}`} size="sm">
          {path === '' ? '' : `${fieldName(path)}: `}
          {inWords(message)}
        </Text>
      ))}
      <Group>
        {faulty.map((column) => (
          <TextInput
            key={column}
            size="xs"
            label={columnNames[column]}
            value={values[column] ?? ''}
            onChange={({ currentTarget }) => onRepair(row, column, currentTarget.value)}
          />
        ))}
      </Group>
    </Stack>
  );
}

function counted(count: number, name: string): string {
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}
