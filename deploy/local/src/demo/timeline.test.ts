import { expect, test } from 'vitest';
import type { Taken } from './demo-case.ts';
import { differences } from './differences.ts';
import { plain } from './paint.ts';
import { linkLines } from './links.ts';
import { noticeServed } from './steps.ts';
import { stepLines } from './timeline.ts';

const proof = {
  id: 'doc_1',
  kind: 'proof',
  specId: 'zz.proof.notice.v1',
  filename: 'zz-proof-of-notice.pdf',
  contentHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  createdAt: '2026-07-01T09:31:00.000Z',
  matches: true,
} as const;

const event = { actorType: 'platform', createdAt: '2026-07-01T09:31:00.000Z' } as const;
const taken: Taken = {
  label: 'advance 2',
  state: 'cure_period',
  clock: '2026-07-02T09:31:00.000Z',
  events: [
    {
      ...event,
      id: 'evt_1',
      action: 'notice_served',
      fromState: 'notice_sent',
      toState: 'notice_served',
      detail: { method: 'personal', servedDate: '2026-07-02', caseTime: '2026-07-02T09:31:00.000Z' },
    },
    { ...event, id: 'evt_2', action: 'start_cure_period', fromState: 'notice_served', toState: 'cure_period' },
  ],
  documents: [proof],
  deadlines: [{ name: 'notice_expires', date: '2026-07-10', citation: 'ZZ Stat. § 12-201' }],
};
const [, , step] = noticeServed('zz.notice.nonpayment.v1', ['notice_expires']);

test('a step is shown with its clock, state, events, deadlines with citation, and documents with hash', () => {
  expect(stepLines(taken, plain).join('\n')).toMatchInlineSnapshot(`
    "   advance 2    Thu 2026-07-02 09:31  cure_period
         event     notice_served         → notice_served      platform  method personal, servedDate 2026-07-02
         event     start_cure_period     → cure_period        platform
         deadline  notice_expires        Fri 2026-07-10       ZZ Stat. § 12-201
         document  zz-proof-of-notice.pdf         sha256 b5bb9d8014a0f9b1…   proof      bytes match it"
  `);
});

test('a document whose hash differs from that of the case is highlighted', () => {
  const lines = stepLines({ ...taken, documents: [{ ...proof, matches: false }] }, plain);
  expect(lines.at(-1)).toContain('BYTES DIFFER');
});

test('colours change no text', () => {
  const marked = stepLines(taken, (_style, text) => `<${text}>`).join('\n');
  expect(marked.replaceAll(/[<>]/g, '')).toBe(stepLines(taken, plain).join('\n'));
});

test('a step that went as expected differs in nothing', () => {
  expect(step && differences(step, taken, [])).toEqual([]);
});

test('each deviation is reported', () => {
  const other: Taken = { ...taken, state: 'resolved', events: taken.events.slice(1), deadlines: [], documents: [] };
  expect(step && differences(step, other, [])).toEqual([
    'state: expected cure_period, found resolved',
    'events: expected notice_served, start_cure_period, found start_cure_period',
    'documents: expected zz.proof.notice.v1, found none',
    'deadlines: expected notice_expires, found none',
  ]);
});

test('a wrong hash, and a repeated document, are reported', () => {
  const other: Taken = { ...taken, documents: [{ ...proof, matches: false }] };
  expect(step && differences(step, other, [{ ...proof, id: 'doc_0' }])).toEqual([
    'the bytes of zz-proof-of-notice.pdf do not match its hash',
    'zz-proof-of-notice.pdf has the bytes of an earlier document',
  ]);
});

const links = {
  api: 'http://127.0.0.1:8080',
  temporalNamespace: 'evictions',
  mailbox: 'http://127.0.0.1:1080',
  staysUp: true,
};
const shown = {
  customer: { email: 'robin@example.com', password: 'password of 1' },
  cases: [{ letter: 'a', caseId: 'case_1' }],
  attorney: { token: 'eut_1', caseId: 'case_5' },
};

test('the pages of the cases are named, with who signs in to them', () => {
  const text = linkLines({ ...links, temporalWeb: null }, shown).join('\n');
  for (const path of ['/sign-in', '/cases/case_1', '/attorney/sign-in', '/attorney/cases/case_5']) {
    expect(text).toMatch(new RegExp(`${links.api}${path}( |$)`, 'm'));
  }
  for (const said of ['robin@example.com', 'password of 1', 'eut_1']) expect(text).toContain(said);
  expect(linkLines({ ...links, temporalWeb: null }, { ...shown, attorney: null }).join()).not.toContain('attorney');
});

test('every case has the link of its workflow', () => {
  const lines = linkLines({ ...links, temporalWeb: 'http://127.0.0.1:8233/namespaces/evictions' }, shown);
  expect(lines.join('\n')).toContain('http://127.0.0.1:8233/namespaces/evictions/workflows/case_1');
  expect(lines.join('\n')).toContain('http://127.0.0.1:8080/docs');
});

test('beside a Temporal server of its own choosing a person gets the ids of the workflows', () => {
  expect(linkLines({ ...links, temporalWeb: null }, shown).join('\n')).toContain('workflow case_1');
});

test('of a stack that stops with the demo it is said how to bring it back', () => {
  const ofStack = (staysUp: boolean) => linkLines({ ...links, temporalWeb: null, staysUp }, shown).join('\n');
  expect(ofStack(false)).toContain('npm start brings all of this back');
  expect(ofStack(true)).not.toContain('stops now');
});
