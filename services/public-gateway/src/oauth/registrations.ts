import { type ClientMetadata, errors } from 'oidc-provider';

/**
 * Cleans the metadata that an app registers. It keeps the app's name and redirect URIs, and replaces everything else
 * with the server's values, as RFC 7591 (3.2.1) allows. The response shows the result. Throws InvalidClientMetadata for
 * redirect URIs that aren't allowed.
 */
export function cleanRegistration(metadata: ClientMetadata): void {
  const { client_name: name, redirect_uris: uris } = metadata as Record<string, unknown>;
  if (!Array.isArray(uris) || uris.length > 10 || !uris.every(mayBeAnswered))
    throw new errors.InvalidClientMetadata(
      'redirect_uris: must be at most 10 addresses of at most 1,000 characters. Each must use https, http on the local machine, or an app scheme that contains a dot',
    );
  for (const key of Object.keys(metadata)) if (!kept.includes(key)) delete metadata[key];
  const printable = (typeof name === 'string' ? name : '').replaceAll(/[\p{C}\s]+/gu, ' ');
  metadata.client_name = printable.trim().slice(0, 100) || 'An app without a name';
}

const kept = ['client_id', 'client_id_issued_at', 'redirect_uris'];

/**
 * URI schemes of known apps that contain no dot. Any program can claim a scheme on the machine where it runs, so no
 * others are accepted.
 */
const appSchemes = ['claude', 'cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed'];

/**
 * Whether an app may receive its response at this URI: over TLS, on the user's own machine, or through a scheme of the
 * app.
 */
function mayBeAnswered(address: unknown): boolean {
  if (typeof address !== 'string' || address.length > 1000) return false;
  const scheme = URL.parse(address)?.protocol.slice(0, -1) ?? '';
  return isLoopback(address) || scheme === 'https' || scheme.includes('.') || appSchemes.includes(scheme);
}

/** Whether the URI is on the user's own machine. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

/** Returns the part of a URI that a person is shown: its host, or the scheme of an app. */
export function hostOf(address: string): string {
  const { host, protocol } = new URL(address);
  return ['http:', 'https:'].includes(protocol) ? host : protocol + (host && `//${host}`);
}
