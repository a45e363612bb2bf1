import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';
import { type Cell, writeXlsx } from 'hucre';
import { expect, test } from 'vitest';
import type { Sheet } from './table.ts';
import { readWorkbook } from './workbook.ts';

async function rowsOf(bytes: Uint8Array): Promise<Sheet['lines'][number]['cells'][]> {
  const sheets = await readWorkbook(bytes);
  if (typeof sheets === 'string') throw new Error(sheets);
  return sheets[0]?.lines.map(({ cells }) => cells) ?? [];
}

interface File {
  name: string;
  content: string;
}

/** Builds a ZIP archive of the files. */
function archive(files: readonly File[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, end, Buffer.from(name));
    const file = [Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed];
    parts.push(...file);
    offset += Buffer.concat(file).length;
  }
  const listed = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.write('PK\x05\x06', 'latin1');
  last.writeUInt16LE(files.length, 8);
  last.writeUInt16LE(files.length, 10);
  last.writeUInt32LE(listed.length, 12);
  last.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, last]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relation}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Builds a workbook with one sheet of these rows, exactly as the file format prescribes. */
function workbookOf(sheetData: string, { date1904 = false, strings = '' } = {}): Buffer {
  return archive([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations([['a', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ['s', 'worksheet', 'worksheets/sheet1.xml'],
        ['t', 'sharedStrings', 'sharedStrings.xml'],
        ['u', 'styles', 'styles.xml'],
      ]),
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${relation}"><workbookPr date1904="${date1904}"/><sheets><sheet name="Only" sheetId="1" r:id="s"/></sheets></workbook>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}">${strings}</sst>` },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
    },
  ]);
}

/** Returns the text that is read for a number in a number format. */
async function shown(value: number, numFmt: string): Promise<string | undefined> {
  const cells = new Map<string, Partial<Cell>>([['0,0', { value, style: { numFmt } }]]);
  return (await rowsOf(await writeXlsx({ sheets: [{ name: 'A', rows: [[value]], cells }] })))[0]?.[0];
}

test.each([
  [46143, 'm/d/yyyy', '2026-05-01'],
  [46143.99, '[$-409]d-mmm-yy;@', '2026-05-01'],
  [1400.5, '"$"#,##0.00_);[Red]("$"#,##0.00)', '1400.5'],
  [-900, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '-900'],
  [316.129032258, '$#,##0.00', '316.13'],
  [1.005, '0.00', '1.01'],
  [1399.5, '$#,##0', '1399.5'],
  [0.1 + 0.2, 'General', '0.3'],
  [0.05, '0%', '5%'],
  [0.0725, '0.00%', '7.25%'],
  [1234, '00000', '01234'],
  [12_345_678, '00000\\-0000', '01234-5678'],
  [7, '"A-"000', 'A-007'],
  [1234, '0.00E+00', '1234'],
])('the number %s in the format %s is read as %s', async (value, format, text) => {
  expect(await shown(value, format)).toBe(text);
});

test('rich text, formulas and booleans become text, and empty lines and hidden sheets are left out', async () => {
  const cells = new Map<string, Partial<Cell>>([
    ['2,0', { value: 'Terry', richText: [{ text: 'Ter', font: { bold: true } }, { text: 'ry' }] }],
    ['2,1', { value: 1900, formula: 'SUM(C1:C9)', formulaResult: 1900 }],
    ['2,2', { formula: 'B3*2' }],
  ]);
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['old']], hidden: true },
      { name: 'Lists', rows: [['older']], veryHidden: true },
      {
        name: 'Cases',
        rows: [['Portfolio', null], [null, ' '], [null], [null], ['Alex', true, '=1+1']],
        cells,
        merges: [{ startRow: 0, startCol: 0, endRow: 1, endCol: 2 }],
      },
    ],
  });
  expect(await readWorkbook(bytes)).toEqual([
    {
      name: 'Cases',
      lines: [
        { row: 1, cells: ['Portfolio', '', ''] },
        { row: 3, cells: ['Terry', '1900', '=B3*2'] },
        { row: 5, cells: ['Alex', 'TRUE', '=1+1'] },
      ],
    },
  ]);
});

test("dates follow the workbook's date system, and phonetic guides are left out", async () => {
  const strings = '<si><r><t>Rent </t></r><r><t>May</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si>';
  const cells =
    '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" s="1"><v>44681</v></c><c r="D3" t="e"><v>#N/A</v></c></row>';
  expect(await rowsOf(workbookOf(cells, { date1904: true, strings }))).toEqual([
    ['Rent May', '2026-05-01', '', '#N/A'],
  ]);
});

test('5,000 cases and 20,000 ledger lines can be read', async () => {
  const line = (at: number) => [`A-${at % 5000}`, 46_000, 'Rent', 1400];
  const rows = (count: number) => Array.from({ length: count }, (_, at) => line(at));
  const sheets = await readWorkbook(
    await writeXlsx({
      sheets: [
        { name: 'Cases', rows: rows(5000) },
        { name: 'Ledgers', rows: rows(20_000) },
      ],
    }),
  );
  expect(Array.isArray(sheets) && sheets.map(({ lines: { length } }) => length)).toEqual([5000, 20_000]);
});

test('a locked workbook, a workbook in the old format and an unreadable file are distinguished', async () => {
  const encryption = { password: 'x', spinCount: 10 };
  expect(await readWorkbook(await writeXlsx({ sheets: [{ name: 'A', rows: [[1]] }], encryption }))).toBe('locked');
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)]);
  expect(await readWorkbook(old)).toBe('old');
  expect(await readWorkbook(archive([{ name: 'a.txt', content: 'renamed' }]))).toBe('unreadable');
  const whole = workbookOf('<row><c><v>1</v></c></row>');
  expect(await rowsOf(whole)).toEqual([['1']]);
  for (const bytes of [1, 21, 22, 400, whole.length - 1]) {
    expect(await readWorkbook(whole.subarray(0, bytes)), `${bytes} bytes`).toBe('unreadable');
  }
});

test('a workbook that unpacks to too large a size is refused, even if its directory states a smaller one', async () => {
  const bomb = workbookOf(`<row><c t="inlineStr"><is><t>${' '.repeat(70 * 2 ** 20)}</t></is></c></row>`);
  expect(bomb.length).toBeLessThan(2 ** 20);
  expect(await readWorkbook(bomb)).toBe('large');
  const entry = bomb.lastIndexOf('PK\x01\x02');
  bomb.writeUInt32LE(1000, entry + 24);
  expect(await readWorkbook(bomb)).toBe('unreadable');
  bomb.writeUInt32LE(0, entry + 24);
  expect(await readWorkbook(bomb)).toBe('large');
  // A flag says that the sizes follow the file's content.
  bomb.writeUInt16LE(8, entry + 8);
  bomb.writeUInt32LE(0, entry + 20);
  expect(await readWorkbook(bomb)).toBe('large');
});

test('too many rows or columns are refused rather than cut off, but a distant cell without a value is ignored', async () => {
  const cell = (place: string, value = '<v>1</v>') =>
    workbookOf(`<row><c r="A1"><v>1</v></c></row><row><c r="${place}">${value}</c></row>`);
  expect(await readWorkbook(cell('CW1'))).toBe('large');
  expect(await readWorkbook(cell('A100001'))).toBe('large');
  expect(await rowsOf(cell('XFD1048576', ''))).toHaveLength(1);
});
