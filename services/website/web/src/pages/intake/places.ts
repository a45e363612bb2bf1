import { Refusal } from '../../api/refusal.ts';

/**
 * The refusal with the places of the form: blank lines were not sent, so the third party of the request can be the fourth
 * of the form. `places` has the place in the form for each that was sent.
 */
export function inPlaces(error: unknown, places: Readonly<Record<string, readonly number[]>>): unknown {
  if (!(error instanceof Refusal) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue) => ({ ...issue, path: placed(issue.path, places) }));
  const { code, status, message, retryAfter } = error;
  return new Refusal(code, { status, message, retryAfter, details: { issues } });
}

function placed(path: string, places: Readonly<Record<string, readonly number[]>>): string {
  const [, name = '', index = '', rest = ''] = /^(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  const place = places[name]?.[Number(index)];
  return place === undefined ? path : `${name}[${place}]${rest}`;
}
