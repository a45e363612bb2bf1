/** A fault in a URL, or in the addresses of its host. The message completes "url: …". */
export interface UrlFault {
  code: 'url' | 'https_only' | 'credentials' | 'local_name' | 'trailing_dot' | 'private_address';
  message: string;
}

export const urlFaults = {
  url: 'Must be an absolute URL without spaces, control characters or backslashes.',
  https_only: 'Must begin with https://.',
  credentials: 'Must not contain a username or password.',
  local_name: 'Must not lead to localhost.',
  trailing_dot: 'Must not have a host that ends in a dot.',
  private_address: 'Must not lead to a private network or to an address that is not public.',
} as const satisfies Record<UrlFault['code'], string>;

/** Returns every fault in the URL itself. The addresses of its host are checked separately. */
export function syntaxFaults(text: string): UrlFault[] {
  const url = parse(text);
  if (!url) return [urlFault('url')];
  const host = hostOf(url);
  const faults: UrlFault[] = [];
  if (url.protocol !== 'https:') faults.push(urlFault('https_only'));
  if (url.username !== '' || url.password !== '') faults.push(urlFault('credentials'));
  if (/(?:^|\.)localhost\.?$/i.test(host)) faults.push(urlFault('local_name'));
  if (host.endsWith('.')) faults.push(urlFault('trailing_dot'));
  return faults;
}

/**
 * Returns the host of a URL: an address without brackets, or a name in its ASCII form. Empty if the URL is malformed.
 */
export function hostOf(text: string | URL): string {
  const url = typeof text === 'string' ? parse(text) : text;
  return url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
}

export function urlFault(code: UrlFault['code']): UrlFault {
  return { code, message: urlFaults[code] };
}

/** Parses strictly: text that different parsers would read differently counts as malformed. */
function parse(text: string): URL | null {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#]/i.test(text) || ambiguous.test(text)) return null;
  return URL.parse(text);
}

// oxlint-disable-next-line no-control-regex
const ambiguous = /[\s\\\u0000-\u001f\u007f-\u009f]/u;
