import { expect, test } from 'vitest';
import { type Command, type Mode, platformFee } from './index.ts';
import { draft, play, submission } from '../test/cases.ts';
import { engage, outcome, review, submit, withdraw } from '../test/live-cases.ts';

const asked = [submit(), engage, review('request_changes', [])];
const free: Command = { kind: 'submit', attorneyLapsed: false, submission: submission() };

test.each<[what: string, commands: readonly Command[], fee: ReturnType<typeof platformFee>, mode?: Mode]>([
  ['is due when a case is submitted', [submit()], 'due'],
  ['is due again when a case is resubmitted', [...asked, submit()], 'due'],
  ['is void when a draft is withdrawn', [withdraw], 'void'],
  ['is void when a submitted case is withdrawn', [submit(), withdraw], 'void'],
  [
    'is void when a case is withdrawn after its attorney declined it',
    [submit(), engage, review('reject', []), withdraw],
    'void',
  ],
  ['is kept when a draft is withdrawn after its attorney asked for changes', [...asked, withdraw], null],
  ['is kept when the attorney confirms a withdrawal', [submit(), engage, withdraw, outcome({ type: 'closed' })], null],
  ['is kept when the attorney is engaged', [submit(), engage], null],
  ['is kept when a cure is reported', [submit(), { kind: 'report_cure' }], null],
  ["isn't due for a test case", [free], null, 'test'],
  ["isn't voided for a test case", [free, withdraw], null, 'test'],
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
