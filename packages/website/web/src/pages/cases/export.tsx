import { deadlineName } from '@evict/calendar/deadline-name';
import { ActionIcon, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import type { Case } from '../../api/queries.ts';
import { nextDeadline } from '../../shared/case-facts.ts';
import { counted } from '../../shared/format.ts';
import { SmallButton } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { useAction } from '../../shared/use-action.ts';
import { groundNames, stateNames } from '../../wording/names.ts';
import { nextStepOf } from '../../wording/next-steps.ts';
import { type CasesSearch, filterOf, isListed } from './filter.ts';
import classes from './list.module.css';

interface ExportProps {
  mode: Mode;
  search: CasesSearch;
  /** Exports only these cases. Otherwise exports every case that matches the filters. */
  selected?: readonly Case[];
}

/** A button that saves cases as a CSV file. */
export function Export({ mode, search, selected }: ExportProps) {
  const [read, setRead] = useState(0);
  const readAll = async () => {
    const found: Case[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: Case[]; nextCursor: string | null } = await call(
        'GET /v1/cases',
        { query: { ...filterOf(search), limit: '100', ...(cursor !== null && { cursor }) } },
        { mode },
      );
      found.push(...page.items.filter((one) => isListed(search, one)));
      setRead(found.length);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };
  const { button, error } = useAction({
    run: async () => {
      const cases = selected ?? (await readAll());
      const { default: papa } = await import('papaparse');
      return papa.unparse(cases.map(rowOf), { escapeFormulae: true });
    },
    onDone: (text) => saveFile('cases.csv', `\uFEFF${text}`, 'text/csv'),
  });
  return (
    <>
      {button.loading && read > 0 && (
        <Text size="xs" role="status">
          {counted(read, 'case')} read
        </Text>
      )}
      {selected ? (
        <SmallButton {...button}>Export</SmallButton>
      ) : (
        <ActionIcon
          variant="subtle"
          size="var(--control)"
          c="var(--ink-2)"
          aria-label="Export as CSV"
          title="Export this list as CSV"
          {...button}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      )}
      {error && (
        <div className={classes['failure']}>
          <RefusalAlert error={error} />
        </div>
      )}
    </>
  );
}

function rowOf(one: Case) {
  const { property, parties, amountOwedCents } = one.data;
  const deadline = nextDeadline(one);
  const step = nextStepOf(one);
  const names = (role: string) =>
    parties
      .filter((party) => party.role === role)
      .map(({ name }) => name)
      .join('; ');
  return {
    Reference: one.reference ?? '',
    Street: property.line1,
    Unit: property.unit ?? '',
    City: property.city,
    State: property.state,
    ZIP: property.zip,
    Plaintiffs: names('plaintiff'),
    Tenants: names('defendant'),
    Ground: groundNames[one.ground],
    Status: stateNames[one.state],
    'Next step': step.title,
    'Next step by': step.by,
    'Next deadline': deadline ? `${deadline.date} ${deadlineName(deadline.name)}` : '',
    'Amount owed': amountOwedCents === undefined ? '' : (amountOwedCents / 100).toFixed(2),
    'Court case number': one.courtCaseNumber ?? '',
    Updated: one.updatedAt,
    Id: one.id,
  };
}
