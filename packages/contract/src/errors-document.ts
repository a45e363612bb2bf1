import { errorCodes, type ErrorCode } from './errors.ts';
import { exampleDetails } from './openapi/responses.ts';
import { routes } from './routes.ts';
import { type RouteError, routeErrors, type Route } from './routes/route.ts';

/** docs/errors.md, generated from the tables that the service uses. */
export function errorsDocument(): string {
  return [
    '# Errors',
    '',
    'Generated from `packages/contract/src/errors.ts` and the route table beside it by `npm test -- packages/contract -u`.',
    '',
    'Every error is `{"error": {"code", "message", "details"}}`. Branch on `code`; `message` may change. `details` is null unless the table has an example. Every 429 and 503 has `Retry-After` in seconds, and so does a 409 `idempotency_conflict` while the same request is still running.',
    '',
    ...idempotencyBox,
    '',
    '| Code | Status | Message | Example of `details` |',
    '| --- | --- | --- | --- |',
    ...(Object.keys(errorCodes) as ErrorCode[]).map(codeRow),
    '',
    '## Errors by operation',
    '',
    'An unknown path or method is 404 `not_found`. These errors follow from the kind of operation:',
    '',
    ...Object.entries(common).map(([error, where]) => `- ${error.replace(' ', ' `')}\`: ${where}`),
    '',
    'Beyond these:',
    '',
    '| Errors | Operations |',
    '| --- | --- |',
    ...[...operationsByErrors()].map(([errors, operations]) => `| ${errors} | ${operations.join(', ')} |`),
    '',
  ].join('\n');
}

/** What integrators trip over: once the draft is fixed, the old key still replays the refusal. */
const idempotencyBox = [
  '> [!IMPORTANT]',
  '> **Use a new `Idempotency-Key` for a new attempt.** A refusal is stored under its key like a success, so the old key replays it even after you have fixed the cause. Reuse a key only to repeat the same request after a lost response, a 429 or a 5xx.',
  '>',
  '> - **Stored for 30 days:** every other 2xx and 4xx. A replay has the header `Idempotent-Replayed: true`.',
  '> - **Not stored:** 401, 429, 5xx, a 403 of the credential or mode, a 409 `idempotency_conflict`, a 413 or 415 of the body as sent, and a 400 of the key itself.',
  '> - **Key ignored:** by public operations, and by those that take or return a secret. The API reference shows the header where it counts.',
];

/** Errors that follow from the kind of an operation, by status and code. */
const common: Readonly<Record<string, string>> = {
  '400 invalid_request': 'wherever a body, a query, an `Idempotency-Key` or `X-Service-Mode` is sent',
  '401 unauthenticated': 'on every authenticated operation',
  '403 forbidden': 'on every authenticated operation',
  '403 live_unavailable': 'on every authenticated operation in live mode, where the deployment has none',
  '404 not_found': 'on every operation with an id in its path',
  '409 erased': 'on every operation on a case, except that a download returns 410',
  '409 idempotency_conflict': 'on every POST that takes an `Idempotency-Key`',
  '413 payload_too_large': 'on all but GET; also for a document over 10 MB',
  '415 unsupported_media_type': 'on all but GET; also for another file type on a live case',
  '429 rate_limited': 'on every operation: [limits.md](limits.md)',
  '500 internal': 'on every operation',
  '503 busy':
    'on every operation, while the service or its database is overloaded or away; also when the outcome of a command is unknown',
};

/** The operations that can return the same errors beyond the common ones, by these errors. */
function operationsByErrors(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const route of Object.values<Route>(routes)) {
    const own = routeErrors(route).filter((error) => !isCommon(route, error));
    if (own.length === 0) continue;
    const errors = own.map(({ status, code }) => `${status} \`${code}\``).join(', ');
    found.set(errors, [...(found.get(errors) ?? []), `\`${route.method} ${route.path}\``]);
  }
  return found;
}

function isCommon({ path }: Route, { status, code }: RouteError): boolean {
  return code === 'erased' ? path.includes('/cases/{id}') : `${status} ${code}` in common;
}

function codeRow(code: ErrorCode): string {
  const { statuses, text } = errorCodes[code];
  const examples = statuses.map((status) => exampleDetails({ code, status })).filter((details) => details !== null);
  const details = examples.map((example) => `\`${JSON.stringify(example)}\``).join(' or ');
  return `| \`${code}\` | ${statuses.join(', ')} | ${text.replaceAll('<', '\\<')} | ${details} |`;
}
