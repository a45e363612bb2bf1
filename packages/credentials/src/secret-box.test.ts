import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const [older, newer] = ['the secret key of a deployment, long', 'the one that replaces it, as long'];
const box = createSecretBox([older], 'webhooks');
const secret = 'whsec_5Rk2nV8pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe3HtY6';

test('an encrypted secret is unreadable, and can be decrypted for its endpoint', () => {
  const sealed = box.seal('we_1', secret);
  expect(box.open('we_1', sealed)).toBe(secret);
  expect(sealed.includes(Buffer.from(secret))).toBe(false);
  expect(box.seal('we_1', secret)).not.toEqual(sealed);
});

test("an altered or truncated secret can't be decrypted, and neither can one that was encrypted for another endpoint or with another key", () => {
  const sealed = box.seal('we_1', secret);
  for (let index = 0; index < sealed.length; index += 1) {
    const altered = Buffer.from(sealed);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(() => box.open('we_1', altered)).toThrow(Error);
  }
  expect(() => box.open('we_1', sealed.subarray(0, 20))).toThrow(Error);
  expect(() => box.open('we_1', Buffer.alloc(0))).toThrow(Error);
  expect(() => box.open('we_2', sealed)).toThrow(Error);
  expect(() => createSecretBox([newer], 'webhooks').open('we_1', sealed)).toThrow(Error);
  expect(() => createSecretBox([older], 'cookies').open('we_1', sealed)).toThrow(Error);
});

test('after a key rotation, old secrets can still be decrypted, and new ones are encrypted with the newest key', () => {
  const rotated = createSecretBox([newer, older], 'webhooks');
  expect(rotated.open('we_1', box.seal('we_1', secret))).toBe(secret);
  const sealed = rotated.seal('we_1', secret);
  expect(createSecretBox([newer], 'webhooks').open('we_1', sealed)).toBe(secret);
  expect(() => box.open('we_1', sealed)).toThrow(Error);
  expect(() => rotated.open('we_2', sealed)).toThrow(Error);
});
