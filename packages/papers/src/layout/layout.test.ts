import type { CaseFacts } from '@evict/case-model';
import { describe, expect, test } from 'vitest';
import { buildFacts, buildLedger, buildRequest, specIds } from '../../test/build-request.ts';
import { layoutFaults, type Mark, readPdf, textOf, widthOf } from '../../test/read-pdf.ts';
import { renderDocument } from '../render.ts';
import type { DocumentRequest } from '../requests.ts';
import { page } from './pages.ts';
import { watermark } from './sheet.ts';

const pagesOf = async (request: DocumentRequest) => readPdf(await renderDocument(request));
const textsOf = (marks: readonly Mark[]) => marks.map(({ text }) => text);

/** Returns the largest and most awkward facts that the API accepts. */
function extremeFacts(ground: CaseFacts['ground']): CaseFacts {
  const name = (index: number) =>
    index % 2 === 0 ? 'W'.repeat(200) : `${'Maria von und zu '.repeat(11)} No. ${index}`;
  return buildFacts({
    ground,
    property: {
      line1: 'W'.repeat(200),
      unit: 'W'.repeat(50),
      city: 'W'.repeat(100),
      county: 'W'.repeat(100),
      state: 'ZZ',
      zip: '00001-0001',
      ownerOfRecord: 'W'.repeat(200),
    },
    parties: Array.from({ length: 20 }, (_, index) => ({
      role: index < 10 ? ('plaintiff' as const) : ('defendant' as const),
      name: name(index),
    })),
    ledger: buildLedger(60).map((entry, index) => ({
      ...entry,
      amountCents: index % 9 === 0 ? Number.MAX_SAFE_INTEGER : entry.amountCents,
      memo: index % 7 === 0 ? 'W'.repeat(500) : 'Rent',
    })),
    violation: { description: `${'W'.repeat(2400)} ${'and again '.repeat(259)}`, date: '2026-06-12' },
  });
}

function extremeRequest(specId: string): DocumentRequest {
  const request = buildRequest(specId);
  const exhibit = { filename: '王'.repeat(255), purpose: 'other', contentHash: 'f'.repeat(64) };
  return { ...request, facts: extremeFacts(request.facts.ground), exhibits: Array.from({ length: 12 }, () => exhibit) };
}

describe.each([
  ['plain', buildRequest],
  ['extreme', extremeRequest],
])('papers with %s facts', (_name, build) => {
  test.each(specIds)(
    '%s has a watermark behind its text and a page number on every page, and no text overlaps',
    async (id) => {
      const request = build(id);
      const pages = await pagesOf(request);
      for (const [index, marks] of pages.entries()) {
        expect(marks[0]).toMatchObject({ text: watermark, rotated: true, artifact: true });
        expect(marks.filter(({ rotated }) => rotated)).toHaveLength(1);
        expect(textsOf(marks.filter(({ artifact }) => artifact))).toEqual(
          expect.arrayContaining([
            `Case ${request.caseId} - Revision ${request.revision}`,
            `Page ${index + 1} of ${pages.length}`,
          ]),
        );
        expect(textOf(marks)).not.toBe('');
        expect(layoutFaults(marks)).toEqual([]);
      }
    },
  );
});

test('a ledger repeats its table header on each page, but exposes it only once to screen readers, and keeps its totals with the last entry', async () => {
  const ledger = buildLedger(1000).map((entry) => ({ ...entry, date: '2026-01-01' }));
  const bytes = await renderDocument(buildRequest('zz.complaint.v1', { facts: buildFacts({ ledger }) }));
  const pages = readPdf(bytes);
  const isEntry = (text: string) => text.startsWith('Entry ');
  const heads = ['Date', 'Description', 'Charge', 'Payment', 'Balance'];
  const withRows = pages.filter((marks) => textsOf(marks).some(isEntry));
  for (const marks of withRows) {
    expect(textsOf(marks.filter(({ text, bold }) => bold && heads.includes(text)))).toEqual(heads);
  }
  expect(pages.flat().filter(({ text, artifact }) => text === 'Description' && !artifact)).toHaveLength(1);
  const headings = bytes.toString('latin1').match(/\/S \/TH\n\/A <<\n\/O \/Table\n\/Scope \/Column\n/g);
  expect(headings).toHaveLength(heads.length + 4); // four are from the exhibit table
  expect(textsOf(pages.flat()).filter(isEntry)).toEqual(ledger.map(({ memo }) => memo));
  expect(textsOf(withRows.at(-1) ?? [])).toContain('Total');
});

test('the balances in a ledger are right-aligned', async () => {
  const marks = (await pagesOf(buildRequest('zz.notice.nonpayment.v1'))).flat();
  const balances = marks.filter((mark) => mark.text.startsWith('$') && mark.x + widthOf(mark) > page.right - 20);
  expect(balances.length).toBeGreaterThan(14);
  expect(new Set(balances.map((mark) => (mark.x + widthOf(mark)).toFixed(2))).size).toBe(1);
});

test.each(Array.from({ length: 30 }, (_, index) => index * 2))(
  'headings stay with what follows and signatures stay together, wherever the page ends (%i ledger rows)',
  async (rows) => {
    const parties: CaseFacts['parties'] = [
      { role: 'plaintiff', name: 'Ann Owner' },
      { role: 'defendant', name: 'Terry Example' },
    ];
    const pages = await pagesOf(
      buildRequest('zz.complaint.v1', { facts: buildFacts({ parties, ledger: buildLedger(rows) }) }),
    );
    for (const marks of pages) {
      const texts = textOf(marks).split('\n');
      const lastMark = marks.findLast(({ artifact }) => !artifact);
      expect(lastMark?.size === 10.5 && lastMark.bold).toBe(false);
      expect(texts.includes('Verification')).toBe(texts.includes('Place signed'));
      expect(texts.includes('Ann Owner, plaintiff')).toBe(texts.includes('Bar number'));
    }
    expect(pages.flat().map(({ text }) => text)).toContain('Bar number');
  },
);
