import { expect, test } from 'vitest';
import { describeFailure } from './failure.ts';

test('a failure is described by its class, code and stack, never by its message or the message of its cause', () => {
  const cause = Object.assign(new TypeError('Key (email)=(robin@example.com) exists\n    at Elm Street 5:12:3'), {
    code: '23505',
  });
  const failure = describeFailure(new Error('insert of Robin failed', { cause }));
  expect(failure).toMatchObject({ class: 'Error', cause: { class: 'TypeError', code: '23505' } });
  expect(failure.stack[0]).toContain('failure.test.ts');
  expect(JSON.stringify(failure)).not.toMatch(/Robin|robin|Elm/);
});

test('the stack is shown without the message, even if the message looks like a stack or was changed later', () => {
  for (const message of ['', 'at', 'file', ':'])
    expect(describeFailure(new Error(message)).stack[0]).toContain('failure.test.ts');
  const error = new Error('Robin failed\n    at Elm Street 5');
  const { stack } = error;
  error.message = 'failed';
  expect(stack).toContain('Robin');
  expect(JSON.stringify(describeFailure(error))).not.toMatch(/Robin|Elm/);
});

test("a thrown value that isn't an error is described by its type", () => {
  expect(describeFailure('a secret')).toEqual({ class: 'string', stack: [] });
  expect(describeFailure(undefined)).toEqual({ class: 'undefined', stack: [] });
});
