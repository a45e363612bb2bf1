import type { CaseFacts } from '@evict/case-model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash } from 'node:crypto';
import { renderCaseSummary } from './case-summary.ts';
import { watermark } from './layout/sheet.ts';
import type { CaseSummaryRequest } from './requests.ts';
import { runElsewhere } from '../test/another-process.ts';
import { buildFacts, buildLedger } from '../test/build-request.ts';
import { buildSummary, worldNames } from '../test/build-summary.ts';
import { hardText, readBack } from '../test/hard-text.ts';
import { layoutFaults, readPdf, textOf } from '../test/read-pdf.ts';

const pagesOf = async (request: CaseSummaryRequest) => readPdf(await renderCaseSummary(request));
const readText = async (request: CaseSummaryRequest) => (await pagesOf(request)).map(textOf).join('\n');
const hashOf = async (request: CaseSummaryRequest) => hash('sha256', await renderCaseSummary(request));
const textOfFacts = async (facts: CaseFacts) => {
  const text = await readText({ ...buildSummary(), facts });
  return text.split('\nSpelling by code points\n')[0] ?? '';
};
/** Returns the lines between two headings. */
const linesBetween = (text: string, from: string, to: string) =>
  text.slice(text.indexOf(`\n${from}\n`) + from.length + 2, text.indexOf(`\n${to}\n`)).split('\n');

const worldFacts = buildFacts({
  property: { ...buildFacts().property, line1: '12 شارع الملك', county: 'مقاطعة' },
  parties: worldNames.map((name) => ({ role: 'defendant' as const, name })),
  ledger: worldNames.map((memo) => ({ date: '2026-01-01', type: 'charge' as const, amountCents: 1, memo })),
  freeText: worldNames.join('\n'),
});

/** Every fact that a case can have. */
const fullFacts: CaseFacts = {
  ...worldFacts,
  parties: [{ role: 'plaintiff', name: 'دוד', isEntity: true }],
  lease: { startDate: '2025-01-01', endDate: '2026-06-30', monthlyRentCents: 1 },
  paymentAddress: '4 Office Street',
  ledger: [{ date: '2025-01-01', type: 'charge', amountCents: 0, memo: 'Rent' }],
  priorNotice: { servedDate: '2026-06-01', method: 'posting', periodDays: 1 },
};
const fullText = await textOfFacts(fullFacts);
/** Matches the paths of required facts. */
const required =
  /^(ground|entryPoint)$|^property\.(?!unit|county)|role|name$|ledger\.0\.(?!memo)|^(violation|priorNotice)\./;
/** For facts with a fixed set of values, maps the value in `fullFacts` to a different one. */
const choices: Readonly<Record<string, string>> = {
  nonpayment: 'holdover',
  notice: 'filing',
  plaintiff: 'defendant',
  charge: 'payment',
  posting: 'personal',
  no: 'unknown',
};

function leavesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const text = String(value);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? '2026-01-31' : (choices[text] ?? `${text}\u200b`);
}

function factsWith(path: string, value: unknown): CaseFacts {
  const copy = structuredClone(fullFacts);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    copy as unknown as Record<string, unknown>,
  );
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

test('the summary for reviewing a filing says when the facts were frozen, how the notice was served, and what was reported since', async () => {
  const reported = { detail: null, reportedBy: 'customer', date: null } as const;
  const history: CaseSummaryRequest['history'] = {
    frozenAt: '2026-07-02T14:03:09.000Z',
    noticeServed: [
      {
        defendant: 'Terry Example',
        method: 'posting',
        servedDate: '2026-07-04',
        expires: '2026-07-14',
        citation: 'Real Prop. § 8-401',
        reportedBy: 'attorney',
      },
    ],
    reports: [
      { ...reported, kind: 'payment', detail: 'Half of June.', reportedAt: '2026-07-11T08:00:00.000Z' },
      { ...reported, kind: 'cure_reported', reportedAt: '2026-07-12T08:00:00.000Z' },
    ],
  };
  const text = (await readText(buildSummary({ stage: 'filing', history }))).replaceAll(/\s+/g, ' ');
  for (const printed of [
    '2026-07-02 14:03 UTC',
    'Terry Example',
    'Saturday, July 4, 2026, by posting it on the main entrance of the premises',
    'Tuesday, July 14, 2026',
    'Real Prop. § 8-401',
    'The attorney',
    'Half of June.',
    '2026-07-12 08:00 UTC',
  ]) {
    expect(text).toContain(printed);
  }
  expect(await readText(buildSummary())).not.toContain('Since the facts were frozen');
});

describe('the text of a summary', () => {
  test.each(leavesOf(fullFacts))("differs if %s differs or isn't given", async (path, value) => {
    expect(await textOfFacts(factsWith(path, otherThan(value)))).not.toBe(fullText);
    if (!required.test(path)) expect(await textOfFacts(factsWith(path, undefined))).not.toBe(fullText);
  });

  test("contains the customer's free text so that it can be read back exactly, wherever lines and pages end", async () => {
    await fc.assert(
      fc.asyncProperty(hardText(200), async (freeText) => {
        const text = await readText(buildSummary({ facts: buildFacts({ freeText }) }));
        expect(readBack(linesBetween(text, 'In the customer’s own words', 'Checks at submit'))).toBe(freeText);
      }),
      { numRuns: 15 },
    );
  });

  test('distinguishes absent values from empty ones, and both from text that imitates them', async () => {
    const { freeText: _none, ...without } = buildFacts();
    const texts = await Promise.all(
      [without, ...['', 'not given', '⟨not given⟩', '⟨empty⟩'].map((freeText) => ({ ...without, freeText }))].map(
        textOfFacts,
      ),
    );
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts[0]).toContain('\nIn the customer’s own words\n⟨not given⟩\n');
    expect(texts[1]).toContain('\nIn the customer’s own words\n⟨empty⟩\n');
  });

  test('contains the case, stage, revision, day, jurisdiction, ground and entry point', async () => {
    const text = (await readText(buildSummary({ revision: 7 }))).replaceAll('\u00a0', ' ');
    const head = {
      CASE: 'case_0198c0de-7a11-7000-8000-000000000001',
      'REVIEW OF': 'The notice',
      REVISION: '7',
      'PREPARED ON': 'Thursday, July 2, 2026',
      JURISDICTION: 'Maryland (us-md)',
      GROUND: 'Nonpayment of rent',
      'ENTRY POINT': 'Notice: the case begins with a notice',
    };
    for (const [label, value] of Object.entries(head)) expect(text).toContain(`${label}:\n${value}\n`);
  });

  test('contains every gate with its status and its reason, including names in any script', async () => {
    const facts = buildFacts({ parties: [{ role: 'plaintiff', name: '王小明' }] });
    const request = buildSummary({ facts });
    const text = (await readText(request)).replaceAll('\n', ' ');
    for (const { gate } of request.gates.results)
      expect(text).toMatch(new RegExp(`${gate} (Pass|FAIL|WARNING|Not applicable) `));
    const reasons = request.gates.results.flatMap(({ reason }) => reason ?? []);
    expect(reasons.filter((reason) => !text.includes(reason))).toEqual([]);
    expect(reasons.some((reason) => reason.includes('王小明'))).toBe(true);
    expect(text).toContain('parties_present FAIL Name at least one plaintiff and one defendant.');
    expect(text).toContain('ALL PASSED: No');
  });

  test('contains every file with its purpose and its full hash', async () => {
    const exhibits = [
      { filename: 'договор 王.pdf', purpose: 'authority', contentHash: '0123456789abcdef'.repeat(4) },
      { filename: 'photo.png', purpose: 'other', contentHash: 'ab'.repeat(32) },
    ];
    const attachments = [{ filename: 'notice.pdf', kind: 'notice' as const, contentHash: 'cd'.repeat(32) }];
    const text = (await readText(buildSummary({ exhibits, attachments }))).replaceAll('\n', ' ');
    expect(text).toContain('1 Authority to bring the case');
    for (const { filename, contentHash } of [...exhibits, ...attachments]) {
      expect(text).toContain(`${filename} ${contentHash.slice(0, 32)} ${contentHash.slice(32)}`);
    }
    expect(text).toContain('Papers attached for review');
  });

  test('lists ledger entries by day with the running balance, and numbers them in the order in which they were submitted', async () => {
    const ledger = [
      { date: '2026-02-01', type: 'payment' as const, amountCents: 50_000, memo: 'Charge' },
      { date: '2026-01-01', type: 'charge' as const, amountCents: 125_000 },
    ];
    const text = await readText(buildSummary({ facts: buildFacts({ ledger }) }));
    expect(linesBetween(text, 'Balance', 'Violation of the lease').join(' ')).toBe(
      [
        '2 2026-01-01 ⟨not given⟩ $1,250.00 – $1,250.00',
        '1 2026-02-01 Charge – $500.00 $750.00',
        'Total $1,250.00 $500.00 $750.00',
      ].join(' '),
    );
  });

  test('shows the code points of letters in a name that look Latin but are not', async () => {
    const parties = [{ role: 'defendant' as const, name: '\u0410nn\u0430' }];
    expect(await readText(buildSummary({ facts: buildFacts({ parties }) }))).toContain('\nParty 1\n⟨U+0410⟩nn⟨U+0430⟩');
    const plain = buildFacts({ parties: [{ role: 'defendant', name: 'Nguyễn Thị Hạnh' }] });
    expect(await readText(buildSummary({ facts: plain }))).not.toContain('Spelling by code points');
  });
});

describe('the bytes of a summary', () => {
  test('are the same in another process that has rendered nothing before', async () => {
    const here = await hashOf(buildSummary({ facts: worldFacts }));
    await renderCaseSummary(buildSummary({ facts: buildFacts({ freeText: 'مم ی ى ششش ﷲ अअ 龍' }) }));
    expect(await hashOf(buildSummary({ facts: worldFacts }))).toBe(here);
    const program = `
      const { renderCaseSummary } = await import('./src/case-summary.ts');
      const { hash } = await import('node:crypto');
      const { buildSummary } = await import('./test/build-summary.ts');
      const facts = ${JSON.stringify(worldFacts)};
      process.stdout.write(hash('sha256', await renderCaseSummary(buildSummary({ facts }))));`;
    expect(runElsewhere(program)).toBe(here);
  });

  test('differ by revision, stage, day, case, gates and files', async () => {
    const request = buildSummary();
    const { passed, results } = request.gates;
    const hashes = await Promise.all(
      [
        {},
        { revision: 2 },
        { stage: 'filing' as const },
        { preparedOn: '2026-07-03' },
        { caseId: 'case_0198c0de-7a11-7000-8000-000000000002' },
        { gates: { passed: !passed, results } },
        { gates: { passed, results: results.slice(1) } },
        { exhibits: [] },
        { attachments: [{ filename: 'a.pdf', kind: 'notice' as const, contentHash: 'ab'.repeat(32) }] },
      ].map((over) => hashOf({ ...request, ...over })),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('the pages of a summary', () => {
  const long: CaseFacts = buildFacts({
    property: { ...worldFacts.property, line1: 'W'.repeat(200), ownerOfRecord: '王'.repeat(200) },
    parties: Array.from({ length: 20 }, (_, index) => ({
      role: 'defendant' as const,
      name: (['W', '\u202e', 'م', '王', 'שלום '][index % 5] ?? '').repeat(200).slice(0, 200),
    })),
    ledger: buildLedger(60).map((entry, index) => ({
      ...entry,
      amountCents: index % 9 === 0 ? Number.MAX_SAFE_INTEGER : entry.amountCents,
      memo: (['W', '\u202e', 'م', '王'][index % 4] ?? '').repeat(500),
    })),
    violation: { description: 'W'.repeat(5000), date: '2026-06-12' },
    freeText: 'م'.repeat(5000),
  });

  test.each([
    ['plain', buildFacts()],
    ['international', worldFacts],
    ['long', long],
  ])('keep %s facts within the margins, without overlaps', async (_name, facts) => {
    for (const marks of await pagesOf(buildSummary({ facts }))) expect(layoutFaults(marks)).toEqual([]);
  });

  test('each have the header, the case and the page number, but no watermark', async () => {
    const pages = await pagesOf(buildSummary());
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, marks] of pages.entries()) {
      const texts = marks.filter(({ artifact }) => artifact).map(({ text }) => text);
      expect(texts).toContain('Case summary — prepared for attorney review');
      expect(texts).toContain('Case case_0198c0de-7a11-7000-8000-000000000001 - Revision 1');
      expect(texts).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(marks.map(({ text }) => text)).not.toContain(watermark);
    }
  });
});
