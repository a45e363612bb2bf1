import { errorCodes, type ErrorCode } from './errors.ts';
import { exampleDetails } from './openapi/responses.ts';
import { routes } from './routes.ts';
import { routeErrors, type Route } from './routes/route.ts';

/** Every error as a page of the documentation, made from the tables that answer. */
export function errorsDocument(): string {
  return [
    '# Errors',
    '',
    'Made from `packages/contract/src/errors.ts` and the route table beside it; `npm test -- packages/contract -u` writes it anew.',
    '',
    'Every error is `{"error": {"code", "message", "details"}}`. Branch on `code`: it is stable, the message may change. `details` is null where the table shows none. `Retry-After` comes with every 429 and 503, and with a 409 `idempotency_conflict` while the same request still runs; it says the seconds.',
    '',
    '| Code | Status | Message | Details, for example |',
    '| --- | --- | --- | --- |',
    ...(Object.keys(errorCodes) as ErrorCode[]).map(codeRow),
    '',
    '## What each operation can answer',
    '',
    'An unknown path, and a method that a path does not have, is 404 `not_found`. Left out of the table, because they follow from the form of an operation:',
    '',
    ...Object.entries(common).map(([code, reason]) => `- \`${code}\`: ${reason}`),
    '',
    '| Operation | Errors |',
    '| --- | --- |',
    ...Object.values<Route>(routes).map(routeRow),
    '',
  ].join('\n');
}

/** These follow from the form of an operation, not from what it does. */
const common: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'on every operation with a credential',
  live_unavailable: 'on every operation with a credential, in live mode where the deployment has none',
  payload_too_large: 'on every operation but GET; also a document over 10 MB',
  unsupported_media_type: 'on every operation but GET; also a file of another type on a live case',
  idempotency_conflict: 'on every POST that takes an `Idempotency-Key`',
  rate_limited: 'on every operation with a credential, and on those of [limits.md](limits.md)',
  busy: 'on every operation that needs the database, while it is away or has too much to do; on a command also while its outcome is not known; on sign-up, sign-in and a new password also while too many of them wait',
  internal: 'on every operation',
};

function codeRow(code: ErrorCode): string {
  const { statuses, text } = errorCodes[code];
  const examples = statuses.map((status) => exampleDetails({ code, status })).filter((details) => details !== null);
  const details = examples.map((example) => `\`${JSON.stringify(example)}\``).join(' or ');
  return `| \`${code}\` | ${statuses.join(', ')} | ${text.replaceAll('<', '\\<')} | ${details} |`;
}

function routeRow(route: Route): string {
  const own = routeErrors(route).filter(({ code }) => !(code in common));
  const errors = own.map(({ status, code }) => `${status} \`${code}\``).join(', ');
  return `| \`${route.method} ${route.path}\` | ${errors} |`;
}
