import { expect, test } from 'vitest';
import type { Taken } from './demo-case.ts';
import { differences } from './differences.ts';
import { noticeServed } from './steps.ts';

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

test('a demo step that went as expected has no differences', () => {
  expect(step && differences(step, taken, [])).toEqual([]);
});

test('a different state and missing events, documents and deadlines are reported', () => {
  const other: Taken = { ...taken, state: 'resolved', events: taken.events.slice(1), deadlines: [], documents: [] };
  expect(step && differences(step, other, [])).toEqual([
    'state: expected cure_period, found resolved',
    'events: expected notice_served, start_cure_period, found start_cure_period',
    'documents: expected zz.proof.notice.v1, found none',
    'deadlines: expected notice_expires, found none',
  ]);
});

test('a wrong hash and a repeated document are reported', () => {
  const other: Taken = { ...taken, documents: [{ ...proof, matches: false }] };
  expect(step && differences(step, other, [{ ...proof, id: 'doc_0' }])).toEqual([
    'the bytes of zz-proof-of-notice.pdf do not match its hash',
    'zz-proof-of-notice.pdf has the same bytes as an earlier document',
  ]);
});
