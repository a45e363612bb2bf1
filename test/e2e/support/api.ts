/** A plain caller of the API at an address. Throws what was answered where that is no success. */
export function apiAt(url: string, headers: Readonly<Record<string, string>> = {}) {
  return async function call<T>(
    method: string,
    path: string,
    { credential, body }: { credential?: string; body?: unknown } = {},
  ): Promise<T> {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const content: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(content)}`);
    return content as T;
  };
}

/** A new customer of that API with a test key: what it calls, it calls with the key. */
export async function customerOf(url: string, headers: Readonly<Record<string, string>> = {}) {
  const call = apiAt(url, headers);
  const email = `owner-${crypto.randomUUID()}@example.com`;
  const person = { name: 'Robin', organizationName: 'Sandbox Holdings', password: 'correct horse battery', email };
  const { token } = await call<{ token: string }>('POST', '/v1/auth/signup', { body: person });
  const { secret } = await call<{ secret: string }>('POST', '/v1/api-keys', { credential: token });
  return <T>(method: string, path: string, body?: unknown) =>
    call<T>(method, path, { credential: secret, ...(body !== undefined && { body }) });
}
