import { foreignCharacters, spelledText } from './exact-text.ts';
import type { Block } from './layout/blocks.ts';
import type { CaseSummaryRequest } from './summary-spec.ts';

/**
 * Names and texts beyond plain Latin, spelled by code points: letters of different scripts can look the same on paper,
 * and a reader may not know the script. Empty if there are none.
 */
export function spellingBlocks(request: CaseSummaryRequest): Block[] {
  const rows = [
    ...textsOf(request).flatMap(([where, text]) =>
      foreignCharacters(text).length > 0 ? [[where, spelledText(text)]] : [],
    ),
    ...memoRows(request),
  ];
  if (rows.length === 0) return [];
  return [
    { kind: 'heading', text: 'Spelling by code points' },
    {
      kind: 'paragraph',
      text: 'Letters of other scripts can look like Latin ones. These texts hold characters beyond the Latin alphabet, here by their Unicode code points.',
    },
    {
      kind: 'table',
      columns: [
        { title: 'Where', width: 110, align: 'left' },
        { title: 'Spelling', width: 'rest', align: 'left' },
      ],
      rows,
      totals: [],
    },
  ];
}

function textsOf({ facts, exhibits, attachments = [] }: CaseSummaryRequest): [where: string, text: string][] {
  const { property, parties, lease, violation, freeText } = facts;
  return [
    ['Street', property.line1],
    ['Unit', property.unit ?? ''],
    ['City', property.city],
    ['County', property.county ?? ''],
    ['Owner of record', property.ownerOfRecord],
    ...parties.map(({ name }, index) => textOf(`Party ${index + 1}`, name)),
    ['Rent paid at', lease?.paymentAddress ?? ''],
    ['Violation', violation?.description ?? ''],
    ['Own words', freeText ?? ''],
    ...exhibits.map(({ filename }, index) => textOf(`Exhibit ${index + 1}`, filename)),
    ...attachments.map(({ filename }, index) => textOf(`Attached paper ${index + 1}`, filename)),
  ];
}

function textOf(where: string, text: string): [where: string, text: string] {
  return [where, text];
}

/** There may be a thousand long memos: their characters are listed once for all of them. */
function memoRows({ facts: { ledger = [] } }: CaseSummaryRequest): string[][] {
  const characters = foreignCharacters(ledger.map(({ memo }) => memo ?? '').join(''));
  return characters.length === 0 ? [] : [['Memos, each once', spelledText(characters.join(''))]];
}
