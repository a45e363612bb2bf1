import { describe, expect, test } from 'vitest';
import { type Command, platformFee } from './index.ts';
import { submission, draft, play } from '../test/cases.ts';

const submit: Command = { kind: 'submit', submission: submission({ jurisdiction: 'MD', packVersions: null }) };
const withdraw: Command = { kind: 'withdraw' };
const engage: Command = { kind: 'engage', attorneyId: 'usr_a' };
const review = (decision: 'reject' | 'request_changes'): Command => ({
  kind: 'review',
  attorneyId: 'usr_a',
  eligible: true,
  decision,
  documentHashes: [],
  otherHashes: [],
});

/** What the last of the commands means for the fee. */
function feeAfter(commands: readonly Command[], mode: 'live' | 'test' = 'live') {
  let record = draft(mode);
  let fee: ReturnType<typeof platformFee> = null;
  for (const command of commands) {
    const { events, record: next } = play(record, command);
    record = next;
    fee = platformFee(events, record);
  }
  return fee;
}

describe('the platform fee of a live case', () => {
  test('is due at every submit; recording it charges it once', () => {
    expect(feeAfter([submit])).toBe('due');
    expect(feeAfter([submit, engage, review('request_changes'), submit])).toBe('due');
  });

  test.each<[string, Command[]]>([
    ['a draft', []],
    ['a submitted case', [submit]],
    ['a case whose attorney declined', [submit, engage, review('reject')]],
  ])('is void when %s is withdrawn', (_, commands) => {
    expect(feeAfter([...commands, withdraw])).toBe('void');
  });

  test.each<[string, Command[]]>([
    [
      'withdrawal of a draft to which the attorney asked for changes',
      [submit, engage, review('request_changes'), withdraw],
    ],
    [
      'withdrawal that the attorney confirms',
      [submit, engage, withdraw, { kind: 'outcome', attorneyId: 'usr_a', eligible: true, outcome: { type: 'closed' } }],
    ],
    ['engagement', [submit, engage]],
    ['report of a cure', [submit, { kind: 'report_cure' }]],
  ])('stays as it is after the %s', (_, commands) => {
    expect(feeAfter(commands)).toBeNull();
  });
});

test('a test case costs nothing', () => {
  const free: Command = { kind: 'submit', submission: submission() };
  expect(feeAfter([free], 'test')).toBeNull();
  expect(feeAfter([free, withdraw], 'test')).toBeNull();
});
