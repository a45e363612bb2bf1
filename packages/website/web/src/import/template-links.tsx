import { Group, Text } from '@mantine/core';
import { saveFile } from '../shared/save-file.ts';
import { SmallButton } from '../shared/parts.tsx';
import { caseTemplate, ledgerTemplate } from './template.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Links that download templates with an example. The code that creates the files is loaded on demand. */
export function TemplateLinks({ only }: { only?: 'ledger' }) {
  const saveCsv = async (name: string, rows: typeof caseTemplate) => {
    const { csvOf } = await import('./csv.ts');
    saveFile(name, csvOf(rows), 'text/csv');
  };
  const saveWorkbook = async () => {
    const { writeXlsx } = await import('hucre');
    const tables = { ...(only === undefined && { Cases: caseTemplate }), Ledgers: ledgerTemplate };
    const sheets = Object.entries(tables).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) }));
    const bytes = new Uint8Array(await writeXlsx({ sheets }));
    saveFile(only === undefined ? 'cases.xlsx' : 'ledger.xlsx', bytes, workbookType);
  };
  return (
    <Group gap="xs">
      <Text size="sm">Template with an example:</Text>
      <SmallButton onClick={() => void saveWorkbook()}>Excel</SmallButton>
      {only === undefined && (
        <SmallButton onClick={() => void saveCsv('cases.csv', caseTemplate)}>Cases (CSV)</SmallButton>
      )}
      <SmallButton onClick={() => void saveCsv('ledgers.csv', ledgerTemplate)}>Ledgers (CSV)</SmallButton>
    </Group>
  );
}
