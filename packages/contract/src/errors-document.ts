import { errorCodes, type ErrorCode } from './errors.ts';
import { limitsText } from './limits-document.ts';

/** Returns the text of docs/errors.md, generated from the tables that the service uses. */
export function errorsDocument(): string {
  return [
    '# Errors and limits',
    '',
    'This page lists every error code and every limit of the API. It is generated from `packages/contract/src/errors.ts` and `limits.ts` by `npm test -- packages/contract -u`.',
    '',
    '## Errors',
    '',
    'Every error is `{"error": {"code", "message", "details"}}`. Branch on `code`; `message` may change, and `details` is null for most codes. The API reference at `/docs` lists the errors of each operation, with an example of `details`. Every 429 and 503 has `Retry-After` in seconds, and so does a 409 `idempotency_conflict` while the same request is still running.',
    '',
    ...idempotencyBox,
    '',
    '| Error | Message |',
    '| --- | --- |',
    ...(Object.keys(errorCodes) as ErrorCode[]).map(codeRow),
    '',
    'Some codes mean more than their message says:',
    '',
    ...Object.entries(meanings).map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
    '',
    '## Limits',
    '',
    ...limitsText(),
    '',
  ].join('\n');
}

/** A warning for integrators: even after they fix the draft, the old key still replays the refusal. */
const idempotencyBox = [
  '> [!IMPORTANT]',
  '> **Use a new `Idempotency-Key` for a new attempt.** A refusal is stored under its key like a success, so the old key replays it even after you have fixed the cause. Reuse a key only to repeat the same request after a lost response, a 429 or a 5xx.',
  '>',
  '> - **Stored for 30 days:** every other 2xx and 4xx. A replay has the header `Idempotent-Replayed: true`.',
  '> - **Not stored:** 401, 429, 5xx, a 403 about the credential or mode, a 409 `idempotency_conflict`, a 413 or 415 about the body as sent, and a 400 about the key itself.',
  '> - **Key ignored:** by public operations, by those that take or return a secret, and by `POST /v1/cases/{id}/read`.',
];

/** What some codes mean beyond their message. */
const meanings: Partial<Record<ErrorCode, string>> = {
  not_found: 'also for an unknown path or method, and for anything that the credential has no access to',
  erased: '410 for a download, otherwise 409',
  payload_too_large: 'also for a document over 10 MB',
  unsupported_media_type: 'also for a file whose type a live case does not accept',
  busy: 'the service or its database is overloaded or unavailable, or the outcome of a command is not known yet',
};

function codeRow(code: ErrorCode): string {
  const { statuses, text } = errorCodes[code];
  return `| ${statuses.join(' or ')} \`${code}\` | ${text.replaceAll('<', '\\<')} |`;
}
