import { deadlineName } from '@evict/calendar/deadline-name';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import type { Case, CaseFilter } from '../../api/queries.ts';
import { nextDeadline } from '../../shared/case-facts.ts';
import { SmallButton } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { useAction } from '../../shared/use-action.ts';
import { groundNames, nextActionText, stateNames } from '../../wording/names.ts';

/** Every case that the filters find, as a CSV file. */
export default function Export({ mode, filter }: { mode: Mode; filter: CaseFilter }) {
  const [read, setRead] = useState(0);
  const { button, error } = useAction({
    run: async () => {
      const rows: object[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: Case[]; nextCursor: string | null } = await call(
          'GET /v1/cases',
          { query: { ...filter, limit: '100', ...(cursor !== null && { cursor }) } },
          { mode },
        );
        rows.push(...page.items.map(rowOf));
        setRead(rows.length);
        cursor = page.nextCursor;
      } while (cursor !== null);
      const { default: papa } = await import('papaparse');
      return papa.unparse(rows, { escapeFormulae: true });
    },
    onDone: (text) => saveFile('cases.csv', `\uFEFF${text}`, 'text/csv'),
  });
  return (
    <>
      <Group gap="xs">
        <SmallButton {...button}>Export as CSV</SmallButton>
        {button.loading && read > 0 && (
          <Text size="sm" role="status">
            {read} cases read
          </Text>
        )}
      </Group>
      <RefusalAlert error={error} />
    </>
  );
}

function rowOf(one: Case) {
  const { property, parties, amountOwedCents } = one.data;
  const deadline = nextDeadline(one);
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
    Next: nextActionText(one).text,
    'Next deadline': deadline ? `${deadline.date} ${deadlineName(deadline.name)}` : '',
    'Amount owed': amountOwedCents === undefined ? '' : (amountOwedCents / 100).toFixed(2),
    'Court case number': one.courtCaseNumber ?? '',
    Updated: one.updatedAt,
    Id: one.id,
  };
}
