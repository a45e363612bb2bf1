interface Target {
  method: string;
  path: string;
}

/** The parts of a request; `input` has the parameters of path and query by name, and the body. */
export function requestParts(
  baseUrl: string,
  { method, path }: Target,
  input: Readonly<Record<string, unknown>>,
): { method: string; url: string; body: string | undefined } {
  const { body, ...parameters } = input;
  const query: string[] = [];
  let filled = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, pathSegment(name, textOf(value)));
    // A list is repeated.
    else
      for (const one of [value].flat()) if (one !== undefined) query.push(`${name}=${encodeURIComponent(textOf(one))}`);
  }
  const [missing] = /\{\w+\}/u.exec(filled) ?? [];
  if (missing !== undefined) throw new TypeError(`${missing.slice(1, -1)} is missing`);
  const url = `${baseUrl.replace(/\/+$/u, '')}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return { method, url, body: body === undefined ? undefined : JSON.stringify(body) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Nothing that would lead to another path. */
function pathSegment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') throw new TypeError(`${name} must not be '${value}'`);
  return encodeURIComponent(value);
}
