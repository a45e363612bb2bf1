import { evaluateGates, gateDates } from '@evict/case-model';
import type { CaseSummaryRequest } from '../src/requests.ts';
import { buildFacts } from './build-request.ts';

const preparedOn = '2026-07-02';

/** Returns the request for the summary of a live case in Maryland. */
export function buildSummary(over: Partial<CaseSummaryRequest> = {}): CaseSummaryRequest {
  const facts = over.facts ?? buildFacts({ property: { ...buildFacts().property, state: 'MD' } });
  const today = gateDates('live', Date.parse(`${preparedOn}T12:00:00.000Z`));
  return {
    caseId: 'case_0198c0de-7a11-7000-8000-000000000001',
    stage: 'notice',
    revision: 1,
    preparedOn,
    facts,
    gates: evaluateGates({ mode: 'live', facts, documentPurposes: [], today }),
    exhibits: [
      { filename: 'management-agreement.pdf', purpose: 'authority', contentHash: '0123456789abcdef'.repeat(4) },
    ],
    ...over,
  };
}

/**
 * Names that are hard to print: their letters join, stack, run from right to left or look like other letters, or they
 * contain invisible characters.
 */
export const worldNames = [
  'O’Brien & Sons',
  'محمد علي (Mohammed Ali)',
  'דוד בן־גוריון',
  '王小明 김철수',
  'राजेश कुमार क्षत्रिय',
  'สมชาย ที่นี่',
  '\u0410nn\u0430\u202e  Bell ',
  'José'.normalize('NFD'),
  'Family 👨‍👩‍👧 \ue000',
];
