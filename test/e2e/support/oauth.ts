import { createHash, randomBytes } from 'node:crypto';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { nextAddress } from './api.ts';

/** An app that uses the OAuth client of the MCP SDK. It stores in memory what a real app would store on disk. */
export class TestApp implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly name: string;
  client: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  /** The URL to which the app last sent the person. */
  authorizeUrl: URL | undefined;
  verifier = '';

  /** The path of the MCP URL that the user gave the app. */
  readonly path: string;
  /** The authentication method that the app asks for. */
  authMethod: string | undefined = 'none';

  constructor(name = 'Assistant', redirectUrl = 'http://127.0.0.1:51234/callback', path = '/mcp') {
    this.name = name;
    this.redirectUrl = redirectUrl;
    this.path = path;
  }

  get clientMetadata() {
    return { client_name: this.name, redirect_uris: [this.redirectUrl], token_endpoint_auth_method: this.authMethod };
  }

  state = () => 'of the app';
  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.client = client);
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => void (this.kept = tokens);
  redirectToAuthorization = (url: URL) => void (this.authorizeUrl = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;

  /** Discovers the server, registers, and asks for consent or refreshes its tokens. Exchanges a code if it gets one. */
  run(baseUrl: string, authorizationCode?: string) {
    const from = nextAddress();
    return auth(this, {
      serverUrl: baseUrl + this.path,
      ...(authorizationCode !== undefined && { authorizationCode }),
      fetchFn: (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-for': from },
        }),
    });
  }
}

export interface BrowserAnswer {
  status: number;
  /** The URL to which the response redirects. */
  location: URL | null;
}

/** Creates a browser without pages. It stores cookies, and doesn't follow redirects. */
export function createBrowser() {
  const cookies = new Map<string, string>();
  const from = nextAddress();
  return async function open(url: URL | string): Promise<BrowserAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, 'x-forwarded-for': from } });
    await response.arrayBuffer();
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return { status: response.status, location: location === null ? null : new URL(location, url) };
  };
}

/** Returns a PKCE verifier and its challenge. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
