import { once } from 'node:events';
import { createServer, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

/** The claims of a provider about a person. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** Starts a real OpenID provider on this machine. It requires PKCE, and the test decides who signs in. */
export async function startIdentityProvider(tls: { cert: string; key: string; ca: string }, redirectUri: string) {
  const people = new Map<string, Person>();
  let visitor = '';
  const server = createServer(tls).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: 'eviction-cases', clientSecret: 'a secret of the provider and its client' };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    async loadExistingGrant(ctx) {
      const clientId = ctx.oidc.client?.clientId ?? '';
      const grant = new provider.Grant({ clientId, accountId: ctx.oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const asked: string[] = [];
  const serve = provider.callback();
  server.on('request', (req, res) => {
    asked.push(`${req.method} ${new URL(req.url ?? '', issuer).pathname}`);
    if (!req.url?.startsWith('/interaction/')) return void serve(req, res);
    void provider.interactionFinished(req, res, { login: { accountId: visitor } });
  });

  /** Makes this person the one who signs in from now on. */
  function welcome(person: Person): void {
    people.set(person.sub, person);
    visitor = person.sub;
  }

  /** Signs a person in like a browser that starts at this URL, and returns the query with which it comes back. */
  async function signIn(url: string, person: Person): Promise<string> {
    welcome(person);
    const cookies = new Map<string, string>();
    for (let at = url; ;) {
      if (at.startsWith(redirectUri)) return new URL(at).search.slice(1);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const call = request(at, { ca: tls.ca, headers: { cookie } }).end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      const body = (await buffer(response)).toString();
      for (const set of response.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const { location } = response.headers;
      if (location === undefined) throw new Error(`${response.statusCode}: ${body.slice(0, 500)}`);
      at = new URL(location, at).href;
    }
  }

  return {
    issuer,
    ...client,
    /** The method and path of every request. */
    asked,
    signIn,
    welcome,
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
