import { readFile } from 'node:fs/promises';

interface Description {
  paths: Record<string, Record<string, { operationId: string }>>;
}

export interface Coverage {
  uncalled: string[];
  /** Called, but never with success, so that their success was not checked. With the statuses that came. */
  unsuccessful: string[];
}

/** What the counted calls leave out of the served description. */
export async function coverage(baseUrl: string, countsFile: string): Promise<Coverage> {
  const description = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as Description;
  const counts = JSON.parse(await readFile(countsFile, 'utf8')) as Record<string, Record<string, number>>;
  const called = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId: id }) => ({ id, statuses: Object.keys(counts[id] ?? {}) })),
  );
  return {
    uncalled: called.filter(({ statuses }) => statuses.length === 0).map(({ id }) => id),
    unsuccessful: called
      .filter(({ statuses }) => statuses.length > 0 && !statuses.some((status) => status.startsWith('2')))
      .map(({ id, statuses }) => `${id} (${statuses.join(', ')})`),
  };
}
