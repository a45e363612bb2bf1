import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CaseLetterFacts, caseLetters } from './case-letters.ts';
import { compose } from './compose.ts';

const caseId = 'case_0b8f6b0e-6a5e-4c39-9d3f-0d7a3c1b2e4f';
const own = { caseId, link: `https://www.example.com/cases/${caseId}` };

/** Every mail about a case, in each of its forms. */
const forms: { [K in keyof CaseLetterFacts]: readonly CaseLetterFacts[K][] } = {
  attorney_engaged: [own],
  changes_requested: [own],
  notice_period_over: [own],
  hearing_scheduled: [{ ...own, date: '2026-09-14' }],
  judgment_entered: (['plaintiff', 'defendant', 'dismissed'] as const).map((outcome) => ({ ...own, outcome })),
  case_on_hold: (['withdrawal_requested', 'attorney_declined', 'reviewer_rejected', 'operator'] as const).map(
    (reason) => ({ ...own, reason }),
  ),
  case_over: (['resolved', 'closed', 'withdrawn'] as const).map((state) => ({ ...own, state })),
  service_note: [own],
  case_assigned: (['nonpayment', 'lease_violation', 'holdover'] as const).map((ground) => ({
    caseId,
    jurisdiction: 'MD',
    ground,
  })),
  review_requested: (['resubmitted', 'notice_period_over', 'evidence_added'] as const).map((reason) => ({
    caseId,
    reason,
  })),
  cure_reported: [{ caseId }],
  withdrawal_requested: [{ caseId }],
  case_withdrawn: [{ caseId }],
  customer_note: [{ caseId }],
  attorney_missing: [
    { caseId, forGood: false },
    { caseId, forGood: true },
  ],
  attorney_declined: [{ caseId }],
  step_failed: [{ caseId, step: 'render_documents' }],
  unattended_note: [{ caseId }],
};

const kinds = Object.keys(caseLetters) as (keyof CaseLetterFacts)[];
const all = kinds.flatMap((kind) =>
  forms[kind].map((facts, index) => ({ kind, form: index + 1, facts: facts as unknown as Record<string, unknown> })),
);

function composed(kind: keyof CaseLetterFacts, facts: object) {
  return compose(kind, facts as never);
}

describe.each(all)('$kind, form $form', ({ kind, facts }) => {
  const { subject, text, html } = composed(kind, facts);

  test('names the case in the subject and in both parts, and says something in words', () => {
    for (const part of [subject, text, html]) expect(part).toContain(caseId);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|\[object/);
    expect(text.length).toBeGreaterThan(`Case: ${caseId}\n`.length + 40);
  });

  test('shows every fact it is given, and nothing that it has no place for', () => {
    const planted = {
      tenant: 'Zyxwvut Planted',
      address: '17 Planted Road',
      amountOwedCents: 123_456_789,
      note: 'Planted',
    };
    expect(composed(kind, { ...facts, ...planted })).toEqual({ subject, text, html });
    for (const name of ['link', 'date', 'jurisdiction', 'step']) {
      if (facts[name] !== undefined) expect(text).toContain(facts[name]);
    }
  });

  test('has the tags of its layout and no others, whatever its id is made of', () => {
    const tags = (part: string) => part.replace(/href="[^"]*"/g, 'href').match(/<[^>]*>/g);
    fc.assert(
      fc.property(fc.constantFrom('<b>', '"><img src=x>', "' onclick='", '</title>', '&lt;'), (odd) => {
        expect(tags(composed(kind, { ...facts, caseId: odd }).html)).toEqual(tags(html));
      }),
    );
  });
});

test('only mail to customers links to the case', () => {
  const linked = all.filter(({ kind, facts }) => composed(kind, facts).html.includes('<a ')).map(({ kind }) => kind);
  expect([...new Set(linked)]).toEqual([
    'attorney_engaged',
    'changes_requested',
    'notice_period_over',
    'hearing_scheduled',
    'judgment_entered',
    'case_on_hold',
    'case_over',
    'service_note',
  ]);
});

test('forms that differ in a code differ in what they say', () => {
  const texts = all.map(({ kind, facts }) => composed(kind, facts).text);
  expect(new Set(texts).size).toBe(texts.length);
});

test('the first mail to an attorney says no more than state, ground and id: conflicts are checked by the attorney', () => {
  expect(compose('case_assigned', { caseId, jurisdiction: 'MD', ground: 'nonpayment' }).text).toBe(
    `Case: ${caseId}

State: MD. Ground: nonpayment of rent.

Check for conflicts first. If you cannot take the case, reject it: that costs the customer nothing.
`,
  );
});
