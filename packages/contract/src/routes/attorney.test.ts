import { describe, expect, test } from 'vitest';
import { validate } from '../validate.ts';
import { outcomeBody, reviewBody } from './attorney.ts';

function faults(schema: typeof reviewBody | typeof outcomeBody, body: unknown): string[] {
  const checked = validate(schema, body);
  return checked.ok ? [] : checked.issues.map(({ path, code }) => `${path} ${code}`);
}

const hash = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';

describe('a review', () => {
  test.each([
    { decision: 'approve', documentHashes: [hash] },
    { decision: 'approve', documentHashes: Array.from({ length: 50 }, () => 'x'.repeat(128)) },
    { decision: 'reject', documentHashes: [] },
    { decision: 'request_changes', notes: 'x', documentHashes: [] },
    { decision: 'request_changes', notes: '👩'.repeat(5000), documentHashes: ['x'] },
  ])('is taken at its bounds: %#', (body) => {
    expect(faults(reviewBody, body)).toEqual([]);
  });

  test.each([
    [{}, ['decision required', 'documentHashes required']],
    [{ decision: 'approve' }, ['documentHashes required']],
    [{ decision: 'Approve', documentHashes: [] }, ['decision one_of']],
    [{ decision: 'approve', notes: '', documentHashes: [] }, ['notes too_short']],
    [{ decision: 'approve', notes: 'x'.repeat(5001), documentHashes: [] }, ['notes too_long']],
    [{ decision: 'approve', notes: null, documentHashes: [] }, ['notes null']],
    [{ decision: 'approve', notes: 'a\0b', documentHashes: [] }, ['notes invalid_text']],
    [{ decision: 'approve', documentHashes: [''] }, ['documentHashes[0] too_short']],
    [{ decision: 'approve', documentHashes: ['x'.repeat(129)] }, ['documentHashes[0] too_long']],
    [{ decision: 'approve', documentHashes: [1, null] }, ['documentHashes[0] type', 'documentHashes[1] null']],
    [{ decision: 'approve', documentHashes: Array.from({ length: 51 }, () => hash) }, ['documentHashes too_many']],
    [{ decision: 'approve', documentHashes: hash }, ['documentHashes type']],
    [{ decision: 'approve', documentHashes: [], attorneyId: 'usr_1' }, ['attorneyId unknown_field']],
  ])('is refused with every fault named: %j', (body, issues) => {
    expect(faults(reviewBody, body)).toEqual(issues);
  });
});

describe('an outcome', () => {
  test.each([
    { type: 'hearing_scheduled', date: '2028-02-29' },
    { type: 'judgment', outcome: 'plaintiff' },
    { type: 'judgment', outcome: 'defendant' },
    { type: 'judgment', outcome: 'dismissed' },
    { type: 'writ_requested' },
    { type: 'writ_issued' },
    { type: 'closed' },
  ])('is taken as $type', (body) => {
    expect(faults(outcomeBody, body)).toEqual([]);
  });

  test.each([
    [{}, ['type required']],
    [{ type: 'settled' }, ['type one_of']],
    [{ type: ['closed'] }, ['type type']],
    [{ type: 'hearing_scheduled' }, ['date required']],
    [{ type: 'hearing_scheduled', date: '2026-02-30' }, ['date date']],
    [{ type: 'hearing_scheduled', date: '2026-08-12T09:00:00Z' }, ['date date']],
    [{ type: 'judgment' }, ['outcome required']],
    [{ type: 'judgment', outcome: 'tenant' }, ['outcome one_of']],
    [{ type: 'judgment', outcome: 'plaintiff', date: '2026-08-12' }, ['date unknown_field']],
    [{ type: 'writ_requested', date: '2026-08-12' }, ['date unknown_field']],
    [{ type: 'closed', outcome: 'plaintiff' }, ['outcome unknown_field']],
  ])('is refused with every fault named: %j', (body, issues) => {
    expect(faults(outcomeBody, body)).toEqual(issues);
  });
});
