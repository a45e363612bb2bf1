/** What is wrong with a URL, or with where it leads. The message completes "url: …". */
export interface UrlFault {
  code: 'url' | 'https_only' | 'credentials' | 'local_name' | 'trailing_dot' | 'private_address';
  message: string;
}

export const urlFaults = {
  url: 'Must be an absolute URL, without spaces, control characters and backslashes.',
  https_only: 'Must begin with https://.',
  credentials: 'Must not hold a username or password.',
  local_name: 'Must not name localhost.',
  trailing_dot: 'Must not have a host that ends in a dot.',
  private_address: 'Must not lead to a private network or to an address that is not public.',
} as const satisfies Record<UrlFault['code'], string>;

/** Every fault that the text itself shows; where it leads is judged by its addresses. */
export function faultsOfText(text: string): UrlFault[] {
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

/** The host that is connected to: an address without brackets, or a name in its ASCII form. Empty for no URL. */
export function hostOf(text: string | URL): string {
  const url = typeof text === 'string' ? parse(text) : text;
  return url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
}

export function urlFault(code: UrlFault['code']): UrlFault {
  return { code, message: urlFaults[code] };
}

/** As strict as it can be: what parsers read in different ways is no URL here. */
function parse(text: string): URL | null {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#]/i.test(text) || unclear.test(text)) return null;
  return URL.parse(text);
}

// oxlint-disable-next-line no-control-regex
const unclear = /[\s\\\u0000-\u001f\u007f-\u009f]/u;
