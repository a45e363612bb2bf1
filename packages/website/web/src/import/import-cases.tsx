import { Anchor, Button, Text } from '@mantine/core';
import { Activity, Fragment, useMemo, useState } from 'react';
import { useMode } from '../api/mode.ts';
import { counted } from '../shared/format.ts';
import { goTo } from '../shared/go-to.ts';
import { Page } from '../shared/page.tsx';
import { Banner, PageTitle } from '../shared/parts.tsx';
import { type Balance, balancesOf, differenceText, figuresOf, isMatch } from './balance.ts';
import { BalanceList, balanceOf } from './balance-list.tsx';
import { CasePreview } from './case-preview.tsx';
import {
  type CaseRow,
  type CaseValues,
  alikeReferences,
  joinedNames,
  joinTenants,
  leaseDates,
  readCases,
  withNamesApart,
} from './case-rows.ts';
import { type Columns, columnsOf, linesBelow, remember, sheetOf } from './columns.ts';
import { readAmount } from './amount.ts';
import { Direction } from './direction.tsx';
import { goToQuestion } from './go-to-question.ts';
import { caseHeadings, type CaseMeaning, caseMeanings, ledgerMeanings, manyLedgersHeadings } from './headings.ts';
import classes from './import.module.css';
import { ImportRows, type ImportRowsProps } from './import-rows.tsx';
import { JoinedNames } from './joined-names.tsx';
import { isUncertain, type LedgerState, referencesIn } from './ledger-state.ts';
import { faultsIn } from './read-cell.ts';
import { LeftOutList, LinesLeftOut } from './lines-left-out.tsx';
import { HiddenRows, MatchColumns } from './match-columns.tsx';
import { openQuestions } from './open-questions.ts';
import { byReference, referenceKey } from './settle.ts';
import { keyOf, type Sheet } from './table.ts';
import { StepOf, Steps } from './steps.tsx';
import { SheetSelect, TableInput } from './table-input.tsx';
import { TemplateLinks } from './template-links.tsx';
import { useLedgerView } from './use-ledger-view.ts';

const mostRows = 5000;
const mostShown = 5;
const mostNamed = 3;
const casesShown = 3;

interface Files {
  sheets: readonly Sheet[];
  cases: Columns<CaseMeaning> | null;
  /**
   * The sheets of a separate file with ledgers. Without such a file, the ledgers can be in the workbook with the cases.
   */
  ledgerSheets: readonly Sheet[];
  ledger: LedgerState | null;
}

/** What the import needs, once all questions about the files are answered. */
type Ready = Pick<ImportRowsProps, 'rows' | 'ledgers' | 'orderOf'>;

const noFiles: Files = { sheets: [], cases: null, ledgerSheets: [], ledger: null };

function withCases(files: Files, sheet: Sheet | null): Files {
  const cases = sheet && columnsOf(sheet, caseHeadings);
  return files.ledgerSheets.length > 0 ? { ...files, cases } : withLedgers({ ...files, cases });
}

/**
 * Adds the ledgers from a separate file, or else from another sheet of the workbook that has the headings of a ledger.
 */
function withLedgers(files: Files): Files {
  const { sheets, cases, ledgerSheets } = files;
  const own = ledgerSheetOf(ledgerSheets) ?? ledgerSheets[0] ?? null;
  return { ...files, ledger: ledgerOf(own ?? ledgerSheetOf(sheets.filter((one) => one !== cases?.sheet))) };
}

function ledgerOf(sheet: Sheet | null): LedgerState | null {
  return sheet && { columns: columnsOf(sheet, manyLedgersHeadings), answers: new Map() };
}

/**
 * Creates drafts from a file. The user matches its columns, checks the ledgers against the books, and corrects the
 * rows.
 */
export function ImportCases() {
  const mode = useMode();
  const [{ sheets, cases, ledgerSheets, ledger }, setFiles] = useState(noFiles);
  /** The number of files that are being read. */
  const [reading, setReading] = useState(0);
  const [ready, setReady] = useState<Ready | null>(null);
  const onReading = (isReading: boolean) => setReading((count) => count + (isReading ? 1 : -1));
  const [isImported, setImported] = useState(false);
  const candidates = ledgerSheets.length > 0 ? ledgerSheets : sheets.filter((one) => one !== cases?.sheet);
  const step = ready ? (isImported ? 'Import' : 'Fix rows') : cases ? 'Columns' : 'File';
  const match = (
    <>
      <div className={classes['head']}>
        <div>
          {!ready && <PageTitle key={step}>{cases ? 'Match the columns' : 'Import cases'}</PageTitle>}
          <p>Each row becomes a draft, or updates the draft with the same reference. Nothing is submitted.</p>
        </div>
        <div className={classes['files']} data-first={cases === null}>
          <TableInput
            label="File of cases"
            description="XLSX or CSV, one row for each case."
            found={cases ? counted(linesBelow(cases).length, 'row') : undefined}
            onReading={onReading}
            onRead={(found) =>
              setFiles((files) =>
                withCases({ ...files, sheets: found }, sheetOf(found, caseHeadings) ?? found[0] ?? null),
              )
            }
          >
            <SheetSelect
              label="Sheet of cases"
              sheets={sheets}
              chosen={cases?.sheet ?? null}
              onChoose={(sheet) => setFiles((files) => withCases(files, sheet))}
            />
          </TableInput>
          <TableInput
            label="Ledgers (optional)"
            description="Each line needs the reference of its case. Choose a second file or another sheet of the workbook, not a PDF."
            found={ledgerSheets.length > 0 && ledger ? counted(linesBelow(ledger.columns).length, 'row') : undefined}
            onReading={onReading}
            onRead={(found) => setFiles((files) => withLedgers({ ...files, ledgerSheets: found }))}
          >
            <SheetSelect
              label="Sheet of ledgers"
              sheets={candidates}
              chosen={ledger?.columns.sheet ?? null}
              {...(ledgerSheets.length === 0 && { none: 'None' })}
              onChoose={(sheet) => setFiles((files) => ({ ...files, ledger: ledgerOf(sheet) }))}
            />
          </TableInput>
        </div>
      </div>
      {cases === null && <TemplateLinks />}
      {cases && (
        <Match
          // Reset the answers when a table changes, because they don't apply to another one.
          key={`${keyOf(cases.sheet)} ${ledger ? keyOf(ledger.columns.sheet) : ''}`}
          {...{ cases, ledger }}
          isReading={reading > 0}
          onCases={(changed) => setFiles((files) => ({ ...files, cases: changed }))}
          onLedger={(changed) => setFiles((files) => ({ ...files, ledger: changed }))}
          onReady={setReady}
        />
      )}
    </>
  );
  return (
    <Page title="Import" above={[{ to: '/cases', name: 'Cases' }]} actions={<Steps current={step} />}>
      <StepOf current={step} />
      {/* Stays mounted, so the user's answers are still there when they come back. */}
      <Activity mode={ready ? 'hidden' : 'visible'}>{match}</Activity>
      {ready && (
        <ImportRows
          key={mode}
          mode={mode}
          {...ready}
          onImported={setImported}
          onBack={() => {
            setImported(false);
            setReady(null);
          }}
        />
      )}
    </Page>
  );
}

/** Returns the sheet with the ledgers of many cases, or null if no sheet has a ledger's columns and a reference. */
function ledgerSheetOf(sheets: readonly Sheet[]): Sheet | null {
  const sheet = sheetOf(sheets, manyLedgersHeadings);
  return sheet && columnsOf(sheet, manyLedgersHeadings).meanings.includes('reference') ? sheet : null;
}

/**
 * Says which rows are left out, with links to their balances, and the reason if it is the same for all: `Left out: A-4
 * (row 5). There are no ledger lines with this reference.`
 */
function LeftOut({ rows, reasons }: { rows: readonly CaseRow[]; reasons: ReadonlyMap<number, string> }) {
  const [reason, ...others] = new Set(rows.map(({ line }) => reasons.get(line.row)));
  return (
    <>
      Left out:{' '}
      {rows.slice(0, mostNamed).map(({ line, values: { reference = '' } }, at) => (
        <Fragment key={line.row}>
          {at > 0 && ', '}
          <Anchor component="button" type="button" inherit onClick={() => goTo(balanceOf(referenceKey(reference)))}>
            {reference} (row {line.row})
          </Anchor>
        </Fragment>
      ))}
      {rows.length > mostNamed && ` and ${rows.length - mostNamed} more`}. {others.length === 0 && reason}
    </>
  );
}

interface MatchProps {
  cases: Columns<CaseMeaning>;
  ledger: LedgerState | null;
  /** Whether a chosen file is still being read. */
  isReading: boolean;
  onCases: (cases: Columns<CaseMeaning>) => void;
  onLedger: (ledger: LedgerState) => void;
  onReady: (ready: Ready) => void;
}

/** Asks what the columns mean, which amounts are payments, and whether the balances match. */
function Match({ cases, ledger, isReading, onCases, onLedger, onReady }: MatchProps) {
  /** Whether the user tried to continue before answering all questions. */
  const [isAsked, setAsked] = useState(false);
  const [answers, setAnswers] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** The differing figures that the user has accepted, by the ledger's reference. */
  const [accepted, setAccepted] = useState<ReadonlyMap<string, string>>(new Map());
  const file = useMemo(() => readCases(cases), [cases]);
  const rows = useMemo(() => joinTenants(file.rows), [file]);
  const dates = useMemo(() => leaseDates(cases), [cases]);
  const names = useMemo(() => {
    const all = rows.flatMap(({ values }) =>
      joinedNames(values).map((joined) => ({ ...joined, reference: values.reference })),
    );
    return [...new Map(all.map((joined) => [joined.name, joined])).values()];
  }, [rows]);
  /**
   * The values of the first row with each reference, because the service refuses any other row with the same reference.
   */
  const valuesOf = useMemo(() => {
    const first = new Map<string, CaseValues>();
    for (const { values } of rows) {
      const key = referenceKey(values.reference ?? '');
      if (key !== '' && !first.has(key)) first.set(key, values);
    }
    return first;
  }, [rows]);
  const books = useMemo(
    () => new Map([...valuesOf].map(([key, values]) => [key, readAmount(values.amountOwedCents ?? '')])),
    [valuesOf],
  );
  const alike = useMemo(() => alikeReferences(rows), [rows]);
  const view = useLedgerView(ledger);
  const references = useMemo(() => ledger && referencesIn(ledger.columns), [ledger?.columns]);
  const balances = useMemo(
    () => (view?.settled.isStated ? balancesOf(view.ledger, view.settled, books) : []),
    [view, books],
  );
  const ledgers = useMemo(() => byReference(view?.settled.entries ?? []), [view]);
  const strays = [...(references ?? [])].flatMap(([key, text]) => (books.has(key) ? [] : [text]));
  const isAccepted = (balance: Balance) => accepted.get(balance.reference) === figuresOf(balance);
  const left = useMemo(
    () => new Set(balances.flatMap((balance) => (isMatch(balance) || isAccepted(balance) ? [] : [balance.reference]))),
    [balances, accepted],
  );
  const isLeft = ({ values: { reference = '' } }: CaseRow) => left.has(referenceKey(reference));
  const chosen = rows.filter((row) => !isLeft(row));
  const faults = useMemo(
    () =>
      faultsIn(
        cases.meanings,
        dates,
        file.rows.flatMap((row) => (isLeft(row) ? [] : [row.line])),
      ),
    [cases, dates, file, left],
  );
  const toFix = faults.reduce((sum, count) => sum + count, 0);
  const reasons = new Map(balances.map((balance) => [balance.reference, differenceText(balance)]));
  const leftOut = new Map(
    rows
      .filter(isLeft)
      .map(({ line, values: { reference = '' } }) => [line.row, reasons.get(referenceKey(reference)) ?? '']),
  );
  const open = [
    ...openQuestions([
      [isReading, 'A file is being read.'],
      [
        alike !== null,
        `These references differ only in capital letters or spaces: ${alike?.join(', ')}. Change them in the file.`,
      ],
      [cases.readsHidden === null, 'Choose whether to include the hidden rows in the file of cases.'],
      [isUncertain(dates), 'Choose how the dates of the leases are written.'],
      [names.some(({ name }) => !answers.has(name)), 'Choose whether these names are one tenant or several.'],
      [rows.length > mostRows, 'Split the file: it has more than 5,000 rows.'],
      [chosen.length === 0, 'There are no cases left to import.'],
    ]),
    ...(view?.open ?? []),
  ];
  const apart = ({ values, ...row }: CaseRow): CaseRow => ({
    ...row,
    values: withNamesApart(values, (name) => answers.get(name) === true),
  });
  const goOn = () => {
    if (open.length > 0) {
      setAsked(true);
      goToQuestion();
      return;
    }
    remember(cases);
    if (ledger) remember(ledger.columns);
    // Leave out a ledger without a case among these rows, because its balance wasn't compared with anything.
    const orderOf = (meaning: CaseMeaning) => dates.get(cases.meanings.indexOf(meaning))?.order ?? null;
    const compared = new Map([...ledgers].filter(([key]) => books.has(key) && !left.has(key)));
    onReady({ rows: chosen.map(apart), ledgers: compared, orderOf });
  };
  return (
    <div className={classes['parts']}>
      <MatchColumns
        title="Columns of the cases"
        columns={cases}
        names={caseMeanings}
        known={caseHeadings}
        dates={dates}
        faults={faults}
        leftOut={leftOut}
        onChange={onCases}
      >
        <HiddenRows columns={cases} onChange={onCases} />
        {file.leftOut.length > 0 && (
          <LeftOutList title={`${counted(file.leftOut.length, 'row')} left out`} items={file.leftOut} />
        )}
        {rows.length < file.rows.length && (
          <Text size="sm" role="status">
            {counted(file.rows.length - rows.length, 'row')} merged with another row, because only the tenant differs.
          </Text>
        )}
      </MatchColumns>
      <JoinedNames names={names} answers={answers} onAnswer={setAnswers} />
      {ledger && view && (
        <>
          <MatchColumns
            title="Columns of the ledgers"
            columns={ledger.columns}
            names={ledgerMeanings}
            known={manyLedgersHeadings}
            dates={view.ledger.dates}
            onChange={(columns) => onLedger({ ...ledger, columns })}
          >
            <HiddenRows columns={ledger.columns} onChange={(columns) => onLedger({ ...ledger, columns })} />
          </MatchColumns>
          <LinesLeftOut settled={view.settled} />
          {strays.length > 0 && (
            <Banner tone="warning" role="alert" title="Ledgers without a case are left out.">
              {counted(strays.length, 'reference')} {strays.length === 1 ? 'matches' : 'match'} no case:{' '}
              {strays.slice(0, mostShown).join(', ')}
              {strays.length > mostShown && ' …'}
            </Banner>
          )}
          <div className={classes['two']}>
            <Direction state={ledger} ledger={view.ledger} books={books} onChange={onLedger} />
            {balances.length > 0 && (
              <BalanceList
                balances={balances}
                valuesOf={(key) => valuesOf.get(key) ?? {}}
                isAccepted={isAccepted}
                onAccept={(balance, isYes) =>
                  setAccepted(new Map(accepted).set(balance.reference, isYes ? figuresOf(balance) : ''))
                }
              />
            )}
          </div>
        </>
      )}
      <CasePreview rows={chosen.slice(0, casesShown).map(apart)} balances={balances} />
      {rows.length > mostRows && (
        <Banner tone="bad" role="alert" title="The file has more than 5,000 rows">
          Split it into several files.
        </Banner>
      )}
      <div className={classes['foot']}>
        <span role="status">
          <b>
            {chosen.length < rows.length && `${chosen.length.toLocaleString('en-US')} of `}
            {counted(rows.length, 'row')}.
          </b>{' '}
          {chosen.length < rows.length && <LeftOut rows={rows.filter(isLeft)} reasons={leftOut} />}{' '}
          {toFix > 0 && `You can fix ${counted(toFix, 'value')} in the next step. `}
          <span data-asked={isAsked}>{open.join(' ')}</span>
        </span>
        <Button size="md" onClick={goOn}>
          Continue with {counted(chosen.length, 'case')}
        </Button>
      </div>
    </div>
  );
}
