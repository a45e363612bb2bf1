/** Schemes of known apps that have no dot. Any program can claim one on its own machine, so nobody else's are taken. */
const appSchemes = ['claude', 'cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed'];

/** Whether an app can register to be answered there: over TLS, on the machine of the person, or by a scheme of its own. */
export function mayBeAnswered(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'http') return isLoopback(address);
  return scheme === 'https' || scheme.includes('.') || appSchemes.includes(scheme);
}

/** Whether the address is on the machine of the person. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

/** What a person is shown of an address: its host, or the scheme of an app. */
export function hostOf(address: string): string {
  const { host, protocol } = new URL(address);
  return ['http:', 'https:'].includes(protocol) ? host : protocol + (host && `//${host}`);
}
