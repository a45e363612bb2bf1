import type { EntryPoint, GateResults } from '@evict/case-model';
import { usPack } from '@evict/jurisdictions';
import { cutMark, exactText } from './exact-text.ts';
import { fileTable } from './file-table.ts';
import type { Block } from './layout/blocks.ts';
import { compose } from './layout/compose.ts';
import { spellingBlocks } from './spelling.ts';
import { attestedBlocks } from './summary-attestations.ts';
import { factBlocks } from './summary-facts.ts';
import { historyBlocks } from './summary-history.ts';
import { field, heading, listed, none, paragraph, shown, yesOrNo } from './summary-parts.ts';
import { type CaseSummaryRequest, caseSummarySpec } from './summary-spec.ts';
import { groundNames, longDate, purposeText } from './wording.ts';

/**
 * The PDF that the attorney of a live case reviews: every fact, every gate result and the hash of every file, so that an
 * approval of its bytes approves all of them. It prints any text (see `exactText`) and never rejects a case; different
 * facts never give the same text. The same request gives the same bytes in any process.
 */
export async function renderCaseSummary(request: CaseSummaryRequest): Promise<Buffer> {
  const { caseId, revision, preparedOn } = request;
  const info = {
    title: caseSummarySpec.title,
    header: 'Case summary — prepared for attorney review',
    footer: `Case ${caseId} - Revision ${revision}`,
    date: preparedOn,
    watermark: false,
    cutMark,
  };
  return compose(info, summaryBlocks(request));
}

function summaryBlocks(request: CaseSummaryRequest): Block[] {
  return [
    ...caseBlocks(request),
    ...factBlocks(request.facts),
    ...(request.history ? historyBlocks(request.history) : []),
    ...gateBlocks(request.gates),
    ...attestedBlocks(request.attested),
    ...fileBlocks(request),
    ...spellingBlocks(request),
  ];
}

function caseBlocks({ caseId, stage, revision, preparedOn, facts }: CaseSummaryRequest): Block[] {
  const code = facts.property.state.toUpperCase();
  const state = usPack.states.find((one) => one.code === code);
  return [
    { kind: 'title', text: caseSummarySpec.title, under: 'Prepared for attorney review' },
    field('CASE:', caseId),
    field('REVIEW OF:', stage === 'notice' ? 'The notice' : 'The court filing'),
    field('REVISION:', String(revision)),
    field('PREPARED ON:', longDate(preparedOn)),
    field('JURISDICTION:', state ? `${state.name} (${state.id})` : exactText(code)),
    field('GROUND:', groundNames[facts.ground]),
    field('ENTRY POINT:', entryPointNames[facts.entryPoint]),
    heading('How to read this summary'),
    {
      kind: 'paragraph',
      text: `It holds all that the customer wrote, as it was sent, and names each file by its SHA-256. Words in ⟨ ⟩ are ours. A character that cannot be drawn so that it shows stands as its code point, as in ⟨U+202E⟩. ␣ is a space that would not show, ↵ the end of a line, ${cutMark} the rest of a word that was too long for its line. Words in Arabic and Hebrew run from right to left, everything between them from left to right.`,
    },
  ];
}

const entryPointNames: Readonly<Record<EntryPoint, string>> = {
  notice: 'Notice: the case begins with a notice',
  filing: 'Filing: a notice was served before the case came to us',
};

function gateBlocks({ passed, results }: GateResults): Block[] {
  return [
    heading('Checks at submit'),
    field('ALL PASSED:', yesOrNo(passed)),
    ...listed(
      [
        { title: 'Check', width: 150, align: 'left' },
        { title: 'Result', width: 80, align: 'left' },
        { title: 'Reason', width: 'rest', align: 'left' },
      ],
      results.map(({ gate, status, reason }) => [
        exactText(gate),
        statusNames[status],
        reason === undefined ? '' : shown(reason),
      ]),
    ),
  ];
}

const statusNames = { pass: 'Pass', fail: 'FAIL', warn: 'WARNING', not_applicable: 'Not applicable' } as const;

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
