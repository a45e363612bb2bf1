import { sign, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { afterEach, expect, test, vi } from 'vitest';
import { createPasskeys } from './passkeys.ts';
import { createAuthenticator } from './testing.ts';

const origin = 'https://www.example.com';
const secretKeys = ['a secret key of at least thirty-two characters'];
const passkeys = createPasskeys({ websiteOrigin: origin, secretKeys });
const user = { id: 'usr_1', email: 'robin@example.com', registered: [] };
const challenge = Buffer.from('what is to be signed');

afterEach(() => vi.useRealTimers());

async function registered(authenticator = createAuthenticator(origin)) {
  const options = await passkeys.registrationOptions('ses_1', user);
  const passkey = await passkeys.verifyRegistration('ses_1', authenticator.register(options));
  return { authenticator, passkey: passkey ?? expect.unreachable() };
}

test('a passkey can be registered, and its signature is valid only for the challenge that it signed', async () => {
  const { authenticator, passkey } = await registered();
  expect(passkey).toMatchObject({ signCount: 1, transports: ['internal'] });
  const options = await passkeys.assertionOptions(challenge, [passkey]);
  const response = authenticator.sign(options);
  expect(await passkeys.verifyAssertion(challenge, response, passkey)).toBe(2);
  expect(await passkeys.verifyAssertion(Buffer.from('something else'), response, passkey)).toBeNull();
});

test.each([
  ['of another website', createAuthenticator('https://evil.example')],
  ['of another website posing as ours', createAuthenticator('https://evil.example', { rpId: 'www.example.com' })],
  ["that doesn't verify its user", createAuthenticator(origin, { verifiesUser: false })],
])('an authenticator %s can neither register nor sign in', async (_, other) => {
  const options = await passkeys.registrationOptions('ses_1', user);
  expect(await passkeys.verifyRegistration('ses_1', other.register(options))).toBeNull();
  const { passkey } = await registered();
  expect(
    await passkeys.verifyAssertion(challenge, other.sign({ challenge: challenge.toString('base64url') }), passkey),
  ).toBeNull();
});

test("registration options are valid for five minutes, only in their session, and only with the deployment's secret keys", async () => {
  const response = createAuthenticator(origin).register(await passkeys.registrationOptions('ses_1', user));
  expect(await passkeys.verifyRegistration('ses_2', response)).toBeNull();
  const others = createPasskeys({ websiteOrigin: origin, secretKeys: ['another secret key of thirty-two characters'] });
  expect(await others.verifyRegistration('ses_1', response)).toBeNull();
  const made = createAuthenticator(origin).register({ challenge: Buffer.alloc(41).toString('base64url') });
  expect(await passkeys.verifyRegistration('ses_1', made)).toBeNull();
  vi.useFakeTimers({ now: Date.now() + 300_001, toFake: ['Date'] });
  expect(await passkeys.verifyRegistration('ses_1', response)).toBeNull();
});

test('a copied authenticator is detected by its counter', async () => {
  const { authenticator, passkey } = await registered();
  const response = authenticator.sign({ challenge: challenge.toString('base64url') });
  expect(await passkeys.verifyAssertion(challenge, response, { ...passkey, signCount: 2 })).toBeNull();
});

test('an authenticator without a counter can sign in, too', async () => {
  const { authenticator, passkey } = await registered(createAuthenticator(origin, { counts: false }));
  const response = authenticator.sign({ challenge: challenge.toString('base64url') });
  expect(await passkeys.verifyAssertion(challenge, response, passkey)).toBe(0);
});

test('a registration with a valid attestation certificate is refused, because none was requested and the certificate can name a URL to fetch', async () => {
  const subject = { C: 'US', O: 'Maker', OU: 'Authenticator Attestation', CN: 'Maker' };
  const attributes = Object.entries(subject).map(([name, value]) => ({ name, value }));
  const { cert, private: key } = await generate(attributes, {
    keyType: 'ec',
    extensions: [{ name: 'basicConstraints', cA: false }],
  });
  const x5c = [Uint8Array.from(new X509Certificate(cert).raw)];
  const response = createAuthenticator(origin).register(
    await passkeys.registrationOptions('ses_1', user),
    (signed) => ({
      fmt: 'packed',
      statement: new Map<string, never>(
        Object.entries({ alg: -7, sig: Uint8Array.from(sign('sha256', signed, key)), x5c }) as never,
      ),
    }),
  );
  expect(await passkeys.verifyRegistration('ses_1', response)).toBeNull();
});

test.each([{}, { id: 1 }, { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 5 } }])(
  "data that isn't an authenticator's response is refused",
  async (response) => {
    const { passkey } = await registered();
    expect(await passkeys.verifyRegistration('ses_1', response)).toBeNull();
    expect(await passkeys.verifyAssertion(challenge, response, passkey)).toBeNull();
  },
);

test('the passkeys of a stack on 127.0.0.1 are for the name localhost', async () => {
  const local = createPasskeys({ websiteOrigin: 'http://127.0.0.1:8080', secretKeys });
  const options = await local.registrationOptions('ses_1', user);
  expect(options.rp.id).toBe('localhost');
  const response = createAuthenticator('http://localhost:8080').register(options);
  expect(await local.verifyRegistration('ses_1', response)).not.toBeNull();
});
