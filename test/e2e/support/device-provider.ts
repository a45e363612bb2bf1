import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type ClientMetadata } from 'oidc-provider';
import { afterAll, expect } from 'vitest';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Returns the metadata of a public client that uses the device flow. */
export const deviceClient = (id: string): ClientMetadata => ({
  client_id: id,
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: [deviceGrant],
  response_types: [],
  redirect_uris: [],
});

/**
 * Starts an OpenID provider at which anyone can sign in under any name, which becomes the first part of their email
 * address. It runs until the last test of the file has finished.
 */
export async function startDeviceProvider(clients: ClientMetadata[]) {
  let handle: RequestListener = (_, response) => response.end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients,
    features: { deviceFlow: { enabled: true } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@service.example`, email_verified: true }),
    }),
  });
  // Lets a device poll every second, instead of every five seconds, the protocol's default.
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route === 'device_authorization') Object.assign(ctx.body as object, { interval: 1 });
  });
  handle = (request, response) => void provider.callback()(request, response);
  afterAll(() => new Promise((closed) => server.close(closed)));
  return { issuer, confirmDevice };

  /** Uses the provider's pages the way a person would: enters the code, signs in under the name, and consents. */
  async function confirmDevice(userCode: string, name: string): Promise<void> {
    const browse = createBrowser(issuer);
    let page = await browse('/device');
    page = await browse(page.action, { ...page.fields, user_code: userCode });
    page = await browse(page.action, { ...page.fields, confirm: 'yes' });
    for (let pages = 0; page.action !== '' && pages < 5; pages += 1) {
      page = await browse(page.action, { ...page.fields, login: name, password: 'any' });
    }
    expect(page.text).toContain('Sign-in Success');
  }
}

interface Page {
  text: string;
  /** The URL to which the page's form is posted. Empty if the page has no form. */
  action: string;
  fields: Record<string, string>;
}

/** Creates a browser that follows redirects and stores cookies. */
function createBrowser(origin: string) {
  const cookies = new Map<string, string>();
  return async function browse(to: string, form?: Record<string, string>): Promise<Page> {
    let [url, body] = [new URL(to, origin), form && new URLSearchParams(form)];
    for (;;) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie },
        ...(body && { body }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      const text = await response.text();
      if (location === null) return pageOf(text);
      [url, body] = [new URL(location, url), undefined];
    }
  };
}

function pageOf(text: string): Page {
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
  const inputs = [...text.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  const typeFirst = [...text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].flatMap(([input]) => {
    const name = /name="([^"]+)"/.exec(input)?.[1];
    return name === undefined ? [] : [[name, /value="([^"]*)"/.exec(input)?.[1] ?? ''] as const];
  });
  return {
    text,
    action,
    fields: Object.fromEntries([...inputs.map(([, name = '', value = '']) => [name, value] as const), ...typeFirst]),
  };
}
