import { expect, test } from 'vitest';
import { type Command, type Mode, platformFee } from './index.ts';
import { draft, play, submission } from '../test/cases.ts';
import { engage, outcome, review, submit, withdraw } from '../test/live-cases.ts';

const asked = [submit(), engage, review('request_changes', [])];
const free: Command = { kind: 'submit', attorneyLapsed: false, submission: submission() };

test.each<[what: string, commands: readonly Command[], fee: ReturnType<typeof platformFee>, mode?: Mode]>([
  ['is due at a submit', [submit()], 'due'],
  ['is due at every submit; recording it charges it once', [...asked, submit()], 'due'],
  ['is void when a draft is withdrawn', [withdraw], 'void'],
  ['is void when a submitted case is withdrawn', [submit(), withdraw], 'void'],
  [
    'is void when a case is withdrawn whose attorney declined',
    [submit(), engage, review('reject', []), withdraw],
    'void',
  ],
  ['stays after the withdrawal of a draft to which the attorney asked for changes', [...asked, withdraw], null],
  [
    'stays after a withdrawal that the attorney confirms',
    [submit(), engage, withdraw, outcome({ type: 'closed' })],
    null,
  ],
  ['stays after the engagement', [submit(), engage], null],
  ['stays after the report of a cure', [submit(), { kind: 'report_cure' }], null],
  ['is not asked of a test case', [free], null, 'test'],
  ['is not waived of a test case', [free, withdraw], null, 'test'],
])('the platform fee %s', (_what, commands, fee, mode = 'live') => {
  let record = draft(mode);
  let last: ReturnType<typeof platformFee> = null;
  for (const command of commands) {
    const played = play(record, command);
    record = played.record;
    last = platformFee(played.events, record);
  }
  expect(last).toBe(fee);
});
