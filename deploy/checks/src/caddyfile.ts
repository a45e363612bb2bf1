/** The subset of Caddyfile routing that the checks need: named path matchers, and the handlers in their order. */
interface Handler {
  /** Empty for the default handler. */
  paths: string[];
  backend: string;
}

/** The handlers of a site, in the order in which they are tried. */
export function readHandlers(text: string): Handler[] {
  const matchers = new Map(
    [...text.matchAll(/^\s*@(\w+) path (.+)$/gm)].map(([, name = '', paths = '']) => [name, paths.trim().split(/\s+/)]),
  );
  return [...text.matchAll(/^\s*handle(?: @(\w+))? \{\s*import process ([\w-]+)\s*\}/gm)].map(
    ([, name, backend = '']) => ({
      paths: name === undefined ? [] : (matchers.get(name) ?? ['undefined matcher']),
      backend,
    }),
  );
}

/** The backend of a request. Matching is case-sensitive here; Caddy's is not, which no route needs. */
export function backendOf(handlers: readonly Handler[], path: string): string | undefined {
  return handlers.find(({ paths }) => paths.length === 0 || paths.some((pattern) => matches(pattern, path)))?.backend;
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
