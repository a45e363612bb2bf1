import { expect, test } from 'vitest';
import {
  approvedOfTwo,
  codeOf,
  hold,
  inPeriod,
  noticeOut,
  playAll,
  sendNotice,
  serveNotice,
} from '../test/live-cases.ts';
import { start } from '../test/cases.ts';
import { type CaseRecord, type Command, type CommandBody, blockingReason } from './index.ts';

const ofTwo = approvedOfTwo('notice');
const one = { ...sendNotice, partyIndex: 1 } as const;
const bothOut = playAll(ofTwo, [sendNotice]);
const oneOut = playAll(ofTwo, [one]);
const served = { ...serveNotice, date: '2026-06-29' } as const;

test.each<[CaseRecord, Command, string, string]>([
  [playAll(inPeriod, [hold]), sendNotice, 'invalid_transition', 'It is `on_hold`, and was `cure_period` before.'],
  [inPeriod, { ...sendNotice, stage: 'summons' }, 'filing_not_approved', ''],
  [
    oneOut,
    sendNotice,
    'invalid_transition',
    'An attempt to serve the notice is pending for the defendant with index 1: report its result first.',
  ],
  [
    bothOut,
    { ...serveNotice, partyIndex: 1 },
    'invalid_transition',
    'An attempt to serve the notice is pending for every defendant, but none for the defendant with index 1.',
  ],
  [inPeriod, serveNotice, 'invalid_transition', 'No attempt to serve the notice is pending for every defendant.'],
  [oneOut, { ...sendNotice, partyIndex: 7 }, 'no_defendant', 'The defendants have the indexes 1, 2.'],
  [noticeOut, { ...serveNotice, method: 'posting' }, 'other_method', 'Its method is `personal`.'],
  [
    noticeOut,
    served,
    'served_before_approval',
    '`servedDate` is 2026-06-29, and the approval was given on 2026-06-30.',
  ],
  [noticeOut, { ...served, date: '2027-01-01' }, 'service_in_future', '`servedDate` is 2027-01-01.'],
  [
    noticeOut,
    { ...serveNotice, expires: '2026-06-30' },
    'period_before_service',
    '`expires` is 2026-06-30, and `servedDate` is 2026-07-03.',
  ],
])(
  'the explanation of a refused report names the state, defendant, method or date that blocks it, unless the error already says enough',
  (record, command, reason, text) => {
    expect([
      codeOf(record, command, start + 10 * 86_400_000),
      blockingReason(reason, record, command as CommandBody),
    ]).toEqual([reason, text]);
  },
);
