import type { EntryPoint, GateResults } from '@evict/case-model';
import { usPack } from '@evict/jurisdictions';
import { cutMark, exactText, foreignCharacters, spelledText } from './exact-text.ts';
import { type Block, heading, paragraph, table, title } from './layout/blocks.ts';
import { compose } from './layout/compose.ts';
import {
  type Attestation,
  type CaseHistory,
  type CaseSummaryRequest,
  caseSummarySpec,
  type Reporter,
  type ServedNotice,
} from './requests.ts';

import { factBlocks } from './summary-facts.ts';
import { fieldsOf, listed, none, notGiven, section, shown, shownDate, yesOrNo } from './summary-parts.ts';
import { fileTable } from './tables.ts';
import { groundNames, longDate, methodText, purposeText } from './wording.ts';

/**
 * Renders the PDF that the attorney reviews in a live case. It contains every fact, every gate result and the hash of
 * every file, so approving its bytes approves all of them. It accepts any characters (see `exactText`) and never
 * rejects a case. Different facts always print differently, and the same request gives the same bytes in any process.
 */
export async function renderCaseSummary(request: CaseSummaryRequest): Promise<Buffer> {
  const { caseId, revision, preparedOn: date, facts, history, gates, attested } = request;
  const info = {
    title: caseSummarySpec.title,
    header: 'Case summary — prepared for attorney review',
    footer: `Case ${caseId} - Revision ${revision}`,
    date,
    watermark: false,
    cutMark,
  };
  return compose(info, [
    ...caseBlocks(request),
    ...factBlocks(facts),
    ...(history ? historyBlocks(history) : []),
    ...gateBlocks(gates),
    ...attestedBlocks(attested),
    ...fileBlocks(request),
    ...spellingBlocks(request),
  ]);
}

function caseBlocks({ caseId, stage, revision, preparedOn, facts }: CaseSummaryRequest): Block[] {
  const code = facts.property.state.toUpperCase();
  const state = usPack.states.find((one) => one.code === code);
  return [
    title(caseSummarySpec.title, 'Prepared for attorney review'),
    ...fieldsOf({
      'CASE:': caseId,
      'REVIEW OF:': stage === 'notice' ? 'The notice' : 'The court filing',
      'REVISION:': String(revision),
      'PREPARED ON:': longDate(preparedOn),
      'JURISDICTION:': state ? `${state.name} (${state.id})` : exactText(code),
      'GROUND:': groundNames[facts.ground],
      'ENTRY POINT:': entryPointNames[facts.entryPoint],
    }),
    heading('How to read this summary'),
    paragraph(
      `It holds all that the customer wrote, as it was sent, and names each file by its SHA-256. Words in ⟨ ⟩ are ours. A character that cannot be drawn so that it shows stands as its code point, as in ⟨U+202E⟩. ␣ is a space that would not show, ↵ the end of a line, ${cutMark} the rest of a word that was too long for its line. Words in Arabic and Hebrew run from right to left, everything between them from left to right.`,
    ),
  ];
}

const entryPointNames: Readonly<Record<EntryPoint, string>> = {
  notice: 'Notice: the case begins with a notice',
  filing: 'Filing: a notice was served before the case came to us',
};

/** Prints when the facts were frozen, how the notice was served, and which payments and cures were reported. */
function historyBlocks({ frozenAt, noticeServed, reports }: CaseHistory): Block[] {
  return [
    ...section('Since the facts were frozen', { 'FACTS FROZEN:': instant(frozenAt) }),
    paragraph('The facts above are as of that time. What was reported otherwise is listed here.'),
    heading('Service of the notice'),
    ...(noticeServed.length === 0
      ? [paragraph(`${none}: the notice was served before the case, as stated above.`)]
      : noticeServed.flatMap(serviceBlocks)),
    heading('Payments and cures reported'),
    listed(
      { Reported: 118, What: 62, Date: 62, Detail: 'rest', By: 70 },
      reports.map(({ kind, date, detail, reportedBy, reportedAt }) => [
        instant(reportedAt),
        kind === 'payment' ? 'Payment' : 'Cure',
        date ?? '–',
        detail === null ? '' : shown(detail),
        reporters[reportedBy],
      ]),
    ),
  ];
}

function serviceBlocks({ defendant, method, servedDate, expires, citation, reportedBy }: ServedNotice): Block[] {
  return fieldsOf({
    'DEFENDANT:': defendant === null ? 'Every defendant' : exactText(defendant),
    'SERVED:': `${shownDate(servedDate)}, ${methodText[method]}`,
    'ENDS:': shownDate(expires ?? undefined),
    'BY THE LAW:': shown(citation ?? undefined),
    'REPORTED BY:': reporters[reportedBy],
  });
}

const reporters: Readonly<Record<Reporter, string>> = {
  customer: 'The customer',
  attorney: 'The attorney',
  platform: 'An operator',
  reviewer: 'The reviewer',
};

/** Formats a time as `2026-07-02 14:03 UTC`. */
function instant(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

function gateBlocks({ passed, results }: GateResults): Block[] {
  return [
    ...section('Checks at submit', { 'ALL PASSED:': yesOrNo(passed) }),
    listed(
      { Check: 150, Result: 80, Reason: 'rest' },
      results.map(({ gate, status, reason }) => [
        exactText(gate),
        statusNames[status],
        reason === undefined ? '' : shown(reason),
      ]),
    ),
  ];
}

const statusNames = { pass: 'Pass', fail: 'FAIL', warn: 'WARNING', not_applicable: 'Not applicable' } as const;

/** Prints the attestations word for word, with their answers, because the attorney's approval covers them. */
function attestedBlocks(attested: Attestation | null | undefined): Block[] {
  if (!attested) return section('Attested at submit', undefined);
  const { version, statements, by, organizationId, at } = attested;
  return [
    ...section('Attested at submit', {
      'BY:': by === null ? notGiven : shown(by),
      'OF:': shown(organizationId),
      'AT:': at,
      'TEXTS:': `Version ${version}`,
    }),
    listed(
      { Text: 'rest', Answer: 90 },
      statements.map(({ text, answer }) => [
        shown(text),
        typeof answer === 'boolean' ? yesOrNo(answer) : shown(answer),
      ]),
    ),
  ];
}

function fileBlocks({ exhibits, attachments = [] }: CaseSummaryRequest): Block[] {
  const uploaded = exhibits.map((one) => ({ ...one, what: purposeText(one.purpose), filename: shown(one.filename) }));
  const attached = attachments.map((one) => ({ ...one, what: kindNames[one.kind], filename: shown(one.filename) }));
  return [
    heading('Exhibits'),
    exhibits.length > 0 ? fileTable(uploaded) : paragraph(none),
    ...(attachments.length > 0 ? [heading('Papers attached for review'), fileTable(attached)] : []),
  ];
}

const kindNames = {
  evidence: 'Evidence',
  notice: 'Notice',
  filing: 'Court filing',
  proof: 'Proof of service',
} as const;

/**
 * Lists the names and other strings that contain characters beyond plain Latin, spelled as code points. Letters from
 * different scripts can look the same on paper, and a reader may not know the script. Returns an empty array if there
 * are none.
 */
function spellingBlocks(request: CaseSummaryRequest): Block[] {
  const spelled = textsOf(request).filter(([, text]) => foreignCharacters(text).length > 0);
  // There may be a thousand long memos, so list each of their characters only once.
  const inMemos = foreignCharacters((request.facts.ledger ?? []).map(({ memo }) => memo ?? '').join(''));
  if (inMemos.length > 0) spelled.push(['Memos, each once', inMemos.join('')]);
  if (spelled.length === 0) return [];
  return [
    heading('Spelling by code points'),
    paragraph(
      'Letters of other scripts can look like Latin ones. These texts hold characters beyond the Latin alphabet, here by their Unicode code points.',
    ),
    table(
      { Where: 110, Spelling: 'rest' },
      spelled.map(([where, text]) => [where, spelledText(text)]),
    ),
  ];
}

type PlacedText = [where: string, text: string];

function textsOf({ facts, exhibits, attachments = [] }: CaseSummaryRequest): PlacedText[] {
  const { property, parties, paymentAddress, violation, freeText } = facts;
  return [
    ['Street', property.line1],
    ['Unit', property.unit ?? ''],
    ['City', property.city],
    ['County', property.county ?? ''],
    ['Owner of record', property.ownerOfRecord],
    ...parties.map(({ name }, index): PlacedText => [`Party ${index + 1}`, name]),
    ['Rent paid at', paymentAddress ?? ''],
    ['Violation', violation?.description ?? ''],
    ['Own words', freeText ?? ''],
    ...exhibits.map(({ filename }, index): PlacedText => [`Exhibit ${index + 1}`, filename]),
    ...attachments.map(({ filename }, index): PlacedText => [`Attached paper ${index + 1}`, filename]),
  ];
}
