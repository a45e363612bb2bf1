import { guards } from '@evict/case-model';
import { expect, test } from 'vitest';
import { errorCodes } from './errors.ts';
import { refusalError } from './refusal.ts';

test.each(Object.keys(guards) as (keyof typeof guards)[])('the refusal %s has its own explanation', (reason) => {
  const { code, message } = refusalError(reason);
  expect(['guard_failed', 'stale_approval']).toContain(code);
  expect(message).not.toBe(errorCodes[code].text);
  expect(message).toMatch(/^[A-Z].*\.$/);
});

test('a refusal without its own explanation has the code and message of its error, and an unknown refusal has those of guard_failed', () => {
  for (const code of ['invalid_transition', 'attorney_not_eligible', 'gates_failed'] as const)
    expect(refusalError(code)).toEqual({ code, message: errorCodes[code].text });
  for (const unknown of ['of_a_newer_worker', 'constructor', '__proto__'])
    expect(refusalError(unknown)).toEqual({ code: 'guard_failed', message: errorCodes.guard_failed.text });
});
