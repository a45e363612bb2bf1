import type { CaseFacts } from '@evict/case-model';
import { describe, expect, test } from 'vitest';
import { renderDocument } from '../render.ts';
import type { DocumentRequest } from '../requests.ts';
import { buildFacts, buildLedger, buildRequest, specIds } from '../../test/build-request.ts';
import { type Mark, overlapsIn, readPdf, textOf, widthOf } from '../../test/read-pdf.ts';
import { page } from './sheet.ts';
import { watermark } from './watermark.ts';

/** The largest and the most awkward facts that the interface lets in. */
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
  return {
    ...request,
    facts: extremeFacts(request.facts.ground),
    exhibits: Array.from({ length: 12 }, () => ({
      filename: '王'.repeat(255),
      purpose: 'other',
      contentHash: 'f'.repeat(64),
    })),
  };
}

const pagesOf = async (request: DocumentRequest) => readPdf(await renderDocument(request));
const contentOf = (marks: readonly Mark[]) => marks.filter(({ rotated }) => !rotated);

describe.each(specIds)('%s', (specId) => {
  test.each([
    ['plain', buildRequest(specId)],
    ['extreme', extremeRequest(specId)],
  ])('every page of %s facts has the watermark behind its text, and its number', async (_name, request) => {
    const pages = await pagesOf(request);
    for (const [index, marks] of pages.entries()) {
      expect(marks[0]).toMatchObject({ text: watermark, rotated: true, artifact: true });
      expect(marks.filter(({ rotated }) => rotated)).toHaveLength(1);
      expect(marks.filter(({ artifact }) => artifact).map(({ text }) => text)).toEqual(
        expect.arrayContaining([
          `Case ${request.caseId} - Revision ${request.revision}`,
          `Page ${index + 1} of ${pages.length}`,
        ]),
      );
      expect(contentOf(marks).filter(({ artifact }) => !artifact)).not.toEqual([]);
    }
  });

  test('nothing leaves the margins, however long the facts are', async () => {
    for (const mark of (await pagesOf(extremeRequest(specId))).flatMap(contentOf)) {
      expect(mark.x).toBeGreaterThanOrEqual(page.left - 0.01);
      expect(mark.x + widthOf(mark)).toBeLessThanOrEqual(page.right + 0.01);
      if (mark.artifact) continue;
      expect(page.height - mark.y).toBeLessThanOrEqual(page.bottom);
      expect(page.height - mark.y).toBeGreaterThanOrEqual(page.top);
    }
  });

  test('no two texts overlap, however long the facts are', async () => {
    for (const marks of await pagesOf(extremeRequest(specId))) expect(overlapsIn(contentOf(marks))).toEqual([]);
  });
});

describe('the ledger', () => {
  const heads = ['Date', 'Description', 'Charge', 'Payment', 'Balance'];

  test('repeats its head on each page it runs over, once for screen readers', async () => {
    const facts = buildFacts({ ledger: buildLedger(200) });
    const pages = await pagesOf(buildRequest('zz.notice.nonpayment.v1', { facts }));
    const withRows = pages.filter((marks) => marks.some(({ text }) => text.startsWith('Entry ')));
    expect(withRows.length).toBeGreaterThan(3);
    for (const marks of withRows) {
      expect(marks.filter(({ text, bold }) => bold && heads.includes(text)).map(({ text }) => text)).toEqual(heads);
    }
    const read = pages.flat().filter(({ text, artifact }) => text === 'Description' && !artifact);
    expect(read).toHaveLength(1);
  });

  test('prints every entry once and in order, and keeps the totals with the last of them', async () => {
    const ledger = buildLedger(1000).map((entry) => ({ ...entry, date: '2026-01-01' }));
    const pages = await pagesOf(buildRequest('zz.complaint.v1', { facts: buildFacts({ ledger }) }));
    const entries = pages
      .flat()
      .map(({ text }) => text)
      .filter((text) => text.startsWith('Entry '));
    expect(entries).toEqual(ledger.map(({ memo }) => memo));
    const last = pages.find((marks) => marks.some(({ text }) => text === 'Entry 1000'));
    expect(last?.map(({ text }) => text)).toContain('Total');
  });

  test('ends its money at one line on the right', async () => {
    const marks = (await pagesOf(buildRequest('zz.notice.nonpayment.v1'))).flat();
    const balances = marks.filter((mark) => mark.text.startsWith('$') && mark.x + widthOf(mark) > page.right - 20);
    const ends = new Set(balances.map((mark) => (mark.x + widthOf(mark)).toFixed(2)));
    expect(balances.length).toBeGreaterThan(14);
    expect(ends.size).toBe(1);
  });
});

test.each(Array.from({ length: 30 }, (_, index) => index * 2))(
  'headings keep what follows them and signatures keep together, wherever the page ends (%i ledger rows)',
  async (rows) => {
    const facts = buildFacts({ ledger: buildLedger(rows) });
    const pages = await pagesOf(buildRequest('zz.complaint.v1', { facts }));
    for (const marks of pages) {
      const texts = textOf(marks).split('\n');
      const lastMark = marks.findLast(({ artifact }) => !artifact);
      expect(lastMark?.size === 10.5 && lastMark.bold).toBe(false);
      expect(texts.includes('Verification')).toBe(texts.includes('Place signed'));
      expect(texts.includes('Plaintiff or attorney for plaintiff')).toBe(texts.includes('Bar number, if an attorney'));
    }
  },
);
