import { reportedHoldReasons } from '@evict/case-model';
import { adviceIn } from '@evict/case-model/advice';
import { mailGroups } from '@evict/case-model/mail-groups';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MailedCase } from './case-mail.ts';
import { type CaseMailKind, caseMailKinds, composeCaseMail, composeDigest } from './case-mails.ts';

const caseId = 'case_0b8f6b0e-6a5e-4c39-9d3f-0d7a3c1b2e4f';
const attorneyId = 'usr_7d1f2c2a-55c3-4c0e-8f0e-6f1b0a9d8c7e';

const reviewed: MailedCase = {
  address: '12 Sandbox Way, 3B, Testville, MD 20850',
  state: 'notice_review',
  ground: 'nonpayment',
  jurisdiction: 'MD',
  attorneyId,
  attorney: { name: 'Avery Counsel', barNumber: '1234567890' },
  holdReason: null,
  noticeExpires: null,
  hearingDate: null,
  judgment: null,
  awaitsWithdrawal: false,
  isFiled: false,
  needsDismissal: false,
  dismissedOn: null,
  failedStep: null,
  retriesExhausted: false,
};

interface Form {
  now: MailedCase;
  detail?: Record<string, string> | undefined;
}

/** Details of a case that was filed, before and after the court dismissed it. */
const filed = { isFiled: true, needsDismissal: true } as const;
const dismissed = { isFiled: true, dismissedOn: '2026-09-20' } as const;

/** Every kind of email about a case, in each of its variants. */
const forms: Readonly<Record<CaseMailKind, readonly Form[]>> = {
  attorney_asked: [{ now: { ...reviewed, state: 'attorney_assigned', attorney: null } }],
  attorney_engaged: ['attorney', 'platform'].map((by) => ({ now: reviewed, detail: { by } })),
  changes_requested: [{ now: { ...reviewed, state: 'draft' } }],
  notice_period_over: [{ now: { ...reviewed, state: 'filing_review' } }],
  hearing_scheduled: [{ now: { ...reviewed, hearingDate: '2026-09-14' } }],
  judgment_entered: (['plaintiff', 'defendant', 'dismissed'] as const).map((judgment) => ({
    now: { ...reviewed, judgment },
  })),
  case_on_hold: [
    { now: { ...reviewed, state: 'on_hold', holdReason: 'operator', awaitsWithdrawal: true } },
    { now: { ...reviewed, ...filed, state: 'on_hold', holdReason: 'withdrawal_requested', awaitsWithdrawal: true } },
    ...(['attorney_declined', 'reviewer_rejected', 'operator', ...reportedHoldReasons] as const).map(
      (holdReason): Form => ({
        now: { ...reviewed, state: 'on_hold', holdReason },
      }),
    ),
  ],
  case_over: (['resolved', 'closed', 'withdrawn'] as const).flatMap((state) => [
    { now: { ...reviewed, state } },
    { now: { ...reviewed, ...filed, state } },
    { now: { ...reviewed, ...dismissed, state } },
  ]),
  court_case_dismissed: [{ now: { ...reviewed, ...dismissed, state: 'withdrawn' } }],
  service_note: ['attorney', 'platform'].map((writtenBy) => ({ now: reviewed, detail: { writtenBy } })),
  case_assigned: (['nonpayment', 'lease_violation', 'holdover'] as const).flatMap((ground) => [
    { now: { ...reviewed, ground } },
    { now: { ...reviewed, ground, attorney: null } },
  ]),
  review_requested: ['resubmitted', 'notice_period_over', 'evidence_added'].map((reason) => ({
    now: reviewed,
    detail: { reason },
  })),
  report_corrected: [
    ...['notice', 'summons', 'filing', 'hearing', 'judgment', 'filingAdded', 'hearingAdded', 'judgmentAdded'].map(
      (what) => ({ now: reviewed, detail: { what } }),
    ),
    { now: { ...reviewed, noticeExpires: '2026-09-10' }, detail: { what: 'notice' } },
    { now: { ...reviewed, hearingDate: '2026-09-15' }, detail: { what: 'hearing' } },
  ],
  cure_reported: [{ now: reviewed }],
  fact_reported: ['payment', 'moved_out'].map((fact) => ({ now: reviewed, detail: { fact } })),
  withdrawal_requested: [{}, filed].map((more) => ({ now: { ...reviewed, ...more, awaitsWithdrawal: true } })),
  case_withdrawn: [{ now: reviewed }, { now: { ...reviewed, ...filed } }],
  customer_note: [{ now: reviewed }],
  attorney_missing: [false, true].map((retriesExhausted) => ({
    now: { ...reviewed, failedStep: 'engage_attorney', retriesExhausted },
  })),
  attorney_declined: [{ now: { ...reviewed, state: 'on_hold', attorneyId: null } }],
  step_failed: [
    {
      now: { ...reviewed, failedStep: 'render_documents', retriesExhausted: true },
      detail: { step: 'render_documents' },
    },
  ],
  unattended_note: [{ now: reviewed }],
  unattended_withdrawal: [{ now: { ...reviewed, ...filed, attorneyId: null, awaitsWithdrawal: true } }],
};

const all = caseMailKinds.flatMap((kind) => forms[kind].map((form, index) => ({ kind, form: index + 1, ...form })));

const operatorsMails = new Set<CaseMailKind>([
  'attorney_missing',
  'attorney_declined',
  'step_failed',
  'unattended_note',
  'unattended_withdrawal',
]);

function composed(kind: CaseMailKind, { now, detail }: Form, id = caseId) {
  const payload = { caseId: id, attorneyId, ...detail };
  return composeCaseMail({ kind, payload, now }, 'https://www.example.com') ?? expect.unreachable();
}

describe.each(all)('$kind, variant $form', ({ kind, now, detail }) => {
  const { subject, text, html } = composed(kind, { now, detail });

  test('identifies the case to operators by its id and to everyone else by its address, and says more than that', () => {
    const [named, hidden] = operatorsMails.has(kind) ? [caseId, reviewed.address] : [reviewed.address, caseId];
    for (const part of [subject, text, html]) expect(part).toContain(named);
    const link = /https:\/\/www\.example\.com\/(attorney\/)?cases\/\S+/g;
    for (const part of [subject, text, html]) expect(part.replaceAll(link, '')).not.toContain(hidden);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|\[object/);
    expect(text.length).toBeGreaterThan(`Case: ${caseId}\n`.length + 40);
  });

  test('gives no legal advice', () => {
    expect(adviceIn(`${subject}\n${text}`)).toEqual([]);
  });

  test('contains no case data beyond the fields meant for it', () => {
    const planted = {
      tenant: 'Zyxwvut Planted',
      amountOwedCents: 123_456_789,
      note: 'Planted',
    };
    const form = { now: { ...now, ...planted }, detail: { ...detail, note: 'Planted' } };
    expect(composed(kind, form)).toEqual({ subject, text, html });
  });

  test('has only the HTML tags of its layout, whatever the case id and the address contain', () => {
    const tags = (part: string) => part.replace(/href="[^"]*"/g, 'href').match(/<[^>]*>/g);
    fc.assert(
      fc.property(fc.constantFrom('<b>', '"><img src=x>', "' onclick='", '</title>', '&lt;'), (odd) => {
        expect(tags(composed(kind, { now: { ...now, address: odd }, detail }, odd).html)).toEqual(tags(html));
      }),
    );
  });
});

test('an email to a customer or an attorney links to their page of the case, and one to operators has no link', () => {
  const linksOf = (path: string) => {
    const link = `href="https://www.example.com${path}/${caseId}"`;
    const linked = all.filter(({ kind, ...form }) => composed(kind, form).html.includes(link));
    return [...new Set(linked.map(({ kind }) => kind))].toSorted();
  };
  expect(linksOf('/cases')).toEqual([
    'attorney_asked',
    'attorney_engaged',
    'case_on_hold',
    'case_over',
    'changes_requested',
    'court_case_dismissed',
    'hearing_scheduled',
    'judgment_entered',
    'notice_period_over',
    'report_corrected',
    'service_note',
  ]);
  expect(linksOf('/attorney/cases')).toEqual([
    'case_assigned',
    'case_withdrawn',
    'cure_reported',
    'customer_note',
    'fact_reported',
    'review_requested',
    'withdrawal_requested',
  ]);
  const links = all.map(({ kind, ...form }) => composed(kind, form).html.match(/<a /g)?.length ?? 0);
  expect(Math.max(...links)).toBe(1);
});

test('every kind and variant of email has its own text', () => {
  const texts = all.map(({ kind, ...form }) => composed(kind, form).text);
  expect(new Set(texts).size).toBe(texts.length);
});

test('the first email to an attorney contains only the address, state and ground, because conflicts are checked first', () => {
  expect(composed('case_assigned', { now: reviewed }).text).toBe(
    `Property: ${reviewed.address}

State: MD. Ground: nonpayment of rent.

Check for conflicts first. If you cannot take the case, decline it; that costs the customer nothing.

Open the case:
https://www.example.com/attorney/cases/${caseId}
`,
  );
});

test('an email about a hearing gives its date, one about a failed step names the step, and one about a message links to the case', () => {
  const texts = (kind: CaseMailKind) => forms[kind].map((form) => composed(kind, form).text).join();
  expect(texts('hearing_scheduled')).toContain('2026-09-14');
  expect(texts('step_failed')).toContain('render_documents');
  expect(texts('service_note')).toContain(`https://www.example.com/cases/${caseId}`);
});

describe('an email about a case', () => {
  const dropped = (kind: CaseMailKind, now: MailedCase, detail?: Record<string, string>) =>
    composeCaseMail({ kind, payload: { caseId, attorneyId, ...detail }, now }, 'https://www.example.com') === null;

  test.each([
    ['attorney_engaged', { attorneyId: null, attorney: null }],
    ['attorney_asked', { attorneyId: null, attorney: null }],
    ['attorney_engaged', { state: 'withdrawn' }],
    ['changes_requested', { state: 'notice_review' }],
    ['notice_period_over', { state: 'on_hold' }],
    ['hearing_scheduled', {}],
    ['judgment_entered', {}],
    ['case_on_hold', { state: 'notice_review', holdReason: 'operator' }],
    ['case_on_hold', { state: 'on_hold', holdReason: null }],
    ['case_over', { state: 'on_hold' }],
    ['case_assigned', { state: 'closed' }],
    ['withdrawal_requested', {}],
    ['attorney_missing', { failedStep: 'render_documents' }],
    ['attorney_declined', { state: 'on_hold' }],
    ['attorney_declined', { attorneyId: null }],
  ] as const)('is dropped if its kind is %s and the case differs from one in notice review by %j', (kind, changed) => {
    expect(dropped(kind, { ...reviewed, ...changed })).toBe(true);
  });

  test('is dropped once the review or failure that it reports is over', () => {
    expect(dropped('review_requested', { ...reviewed, state: 'draft' }, { reason: 'resubmitted' })).toBe(true);
    const detail = { step: 'render_documents' };
    const failed: MailedCase = { ...reviewed, failedStep: 'render_documents', retriesExhausted: true };
    expect(dropped('step_failed', failed, detail)).toBe(false);
    expect(dropped('step_failed', { ...failed, retriesExhausted: false }, detail)).toBe(true);
    expect(dropped('step_failed', { ...failed, failedStep: null }, detail)).toBe(true);
  });

  test.each(['case_assigned', 'cure_reported', 'customer_note', 'case_withdrawn'] as const)(
    'is dropped if its kind is %s and the case now belongs to another attorney',
    (kind) => {
      expect(dropped(kind, { ...reviewed, attorneyId: 'usr_another' })).toBe(true);
      expect(dropped(kind, reviewed)).toBe(false);
    },
  );
});

test('after a filing, no email says that all work stops, and one about a withdrawal says whether the court case was dismissed', () => {
  const told = all.filter(({ now }) => now.isFiled && now.state !== 'on_hold').map((form) => composed(form.kind, form));
  expect(told.length).toBeGreaterThan(5);
  for (const { text } of told) expect(text).not.toMatch(/nothing more|stop all work/i);
  const withdrawn = (more: object) => composed('case_over', { now: { ...reviewed, ...more, state: 'withdrawn' } }).text;
  expect(withdrawn(filed)).toContain('The court case needs its own dismissal');
  expect(withdrawn(dismissed)).toContain('The court case was dismissed on 2026-09-20.');
  expect(withdrawn({})).not.toMatch(/court/);
});

test('the address in an email is one line and never becomes a link', () => {
  const address = '1 Main St\r\nBcc: x@example.com\u202e https://evil.example <a>';
  const { subject, text } = composed('service_note', {
    now: { ...reviewed, address },
    detail: { writtenBy: 'platform' },
  });
  const plain = '1 Main St Bcc x example.com https //evil.example a';
  expect(subject).toBe(`New message about your case (${plain})`);
  expect(text.split('\n')[0]).toBe(`Property: ${plain}`);
});

describe('a digest', () => {
  const origin = 'https://www.example.com';
  const mail = (kind: CaseMailKind, now: MailedCase, id = caseId) => ({
    kind,
    payload: { caseId: id, ...forms[kind][0]?.detail },
    now,
  });
  const hearing = { ...reviewed, hearingDate: '2026-09-14' };
  const other = { ...reviewed, address: '9 Elm Court, Testville, MD 20850' };

  test('repeats each email under the address of its case, with one link per case', () => {
    const mails = [
      mail('hearing_scheduled', hearing),
      mail('service_note', other, 'case_other'),
      mail('attorney_engaged', hearing),
    ];
    const { text, over } = composeDigest(mails, origin);
    expect(over).toEqual([]);
    expect(text?.subject).toBe('Your daily summary (2 cases)');
    expect(text?.text.match(/^(Property: .*|[A-Z0-9 -]{9,}|https:.*)$/gm)).toEqual([
      `Property: ${reviewed.address}`,
      'HEARING ON 2026-09-14',
      'AN ATTORNEY IS ENGAGED',
      `${origin}/cases/${caseId}`,
      `Property: ${other.address}`,
      'NEW MESSAGE ABOUT YOUR CASE',
      `${origin}/cases/case_other`,
      `${origin}/account`,
    ]);
  });

  test('contains identical emails only once, and leaves out those that no longer apply', () => {
    const [kept, again, over] = [
      mail('hearing_scheduled', hearing),
      mail('hearing_scheduled', hearing),
      mail('case_on_hold', hearing),
    ];
    const digest = composeDigest([kept, again, over], origin);
    expect(digest.over).toEqual([over]);
    expect(digest.text?.subject).toBe(`Your daily summary (${reviewed.address})`);
    expect(digest.text?.text.match(/HEARING ON/g)).toHaveLength(1);
    expect(composeDigest([over], origin)).toEqual({ text: null, over: [over] });
  });
});

test('only emails about progress and messages can be turned off', () => {
  expect(Object.entries(mailGroups).filter(([, ways]) => (ways as readonly string[]).includes('off'))).toEqual([
    ['progress', expect.anything()],
    ['messages', expect.anything()],
  ]);
});
