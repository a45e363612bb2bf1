import { guards } from '@evict/case-model';
import { errorCodes, type ErrorCode } from './errors.ts';
import { exampleDetails } from './openapi/responses.ts';
import { routes } from './routes.ts';
import { routeErrors, type Route } from './routes/route.ts';

/** docs/errors.md, generated from the tables that the service uses. */
export function errorsDocument(): string {
  return [
    '# Errors',
    '',
    'Generated from `packages/contract/src/errors.ts` and the route table beside it by `npm test -- packages/contract -u`.',
    '',
    'Every error is `{"error": {"code", "message", "details"}}`. Branch on `code`: it is stable, the message may change. `details` is null unless the table shows some. Every 429 and 503 has `Retry-After` in seconds, and so has a 409 `idempotency_conflict` while the same request is still running.',
    '',
    ...idempotencyBox,
    '',
    '| Code | Status | Message | Details, for example |',
    '| --- | --- | --- | --- |',
    ...(Object.keys(errorCodes) as ErrorCode[]).map(codeRow),
    '',
    '## Errors of each operation',
    '',
    'An unknown path or method is 404 `not_found`. The table omits errors that follow from the kind of an operation:',
    '',
    ...Object.entries(common).map(([code, reason]) => `- \`${code}\`: ${reason}`),
    '',
    '| Operation | Errors |',
    '| --- | --- |',
    ...Object.values<Route>(routes).map(routeRow),
    '',
    '## What a step lacks',
    '',
    'The message of a `guard_failed` or `stale_approval` is one of these:',
    '',
    '| Code | Message |',
    '| --- | --- |',
    ...Object.values(guards).map(({ code, text }) => `| \`${code}\` | ${text} |`),
    '',
  ].join('\n');
}

const withoutKeys = Object.values<Route>(routes)
  .filter((route) => route.method === 'POST' && route.idempotent !== 'key')
  .map(({ path }) => `\`POST ${path}\``);

/** What integrators trip over: after the draft is mended, the old key still replays the refusal. */
const idempotencyBox = [
  '> [!IMPORTANT]',
  '> **A new attempt takes a new `Idempotency-Key`.** A refusal is stored under its key like a success, so the old key replays it even after you have corrected what was refused. Use the same key only to repeat the same request, when its response was lost or was a 429 or 5xx.',
  '>',
  '> - **Kept:** every 2xx and 4xx, for 30 days. A replay has the header `Idempotent-Replayed: true`.',
  '> - **Not kept:** every 401, 429 and 5xx (503 `busy` included), a 403 of the credential or the mode, a 409 `idempotency_conflict`, a 413 or 415 of the body as sent, and a 400 of the key itself.',
  `> - **Without keys:** ${listOf(withoutKeys)} ignore the header: they need no credential, or their responses contain a secret.`,
];

/** These follow from the kind of an operation. */
const common: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'on every authenticated operation',
  live_unavailable: 'on every authenticated operation in live mode, if the deployment has no live mode',
  payload_too_large: 'on every operation except GET; also a document over 10 MB',
  unsupported_media_type: 'on every operation except GET; also a file of another type on a live case',
  idempotency_conflict: 'on every POST that takes an `Idempotency-Key`',
  rate_limited: 'on every authenticated operation, and on those of [limits.md](limits.md)',
  busy: 'on every operation that needs the database, while it is unavailable or overloaded; on a command also while its outcome is unknown; where a password is set or verified also while too many of them wait',
  internal: 'on every operation',
};

function listOf(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

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
