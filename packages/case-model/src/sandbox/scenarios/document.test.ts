import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scenarioTables } from '../../../test/scenario-table.ts';
import { scenarios } from './play.ts';

const page = '../../../../../docs/sandbox.md';

test('docs/sandbox.md lists the implemented scenarios', async () => {
  const text = await readFile(new URL(page, import.meta.url), 'utf8');
  const [before = '', after = ''] = text.split(/(?<=-u`\. -->\n)[^]*?(?=\n## )/u);
  await expect(`${before}\n${scenarioTables(scenarios)}\n${after}`).toMatchFileSnapshot(page);
});
