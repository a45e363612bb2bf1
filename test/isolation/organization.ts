import { buildSignup, send } from '../e2e/support/api.ts';

/** An organization with its owner's session and a test key, with its own address. */
export interface Organization {
  id: string;
  address: string;
  email: string;
  password: string;
  session: string;
  key: string;
}

export async function signUp(url: string, address: string): Promise<Organization> {
  const headers = { 'x-forwarded-for': address };
  const body = buildSignup();
  const account = await expecting(201, send(url, 'POST', '/v1/auth/signup', { body, headers }));
  const session = account.token as string;
  const { secret } = await expecting(201, send(url, 'POST', '/v1/api-keys', { credential: session, headers }));
  const { email, password } = body;
  return { id: account.organization.id as string, address, email, password, session, key: secret as string };
}

/** The body of a response. Throws for another status. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function expecting(status: number, sent: ReturnType<typeof send>): Promise<any> {
  const response = await sent;
  if (response.status === status) return response.body;
  throw new Error(`${response.status}, not ${status}: ${response.bytes.toString().slice(0, 300)}`);
}
