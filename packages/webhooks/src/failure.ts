import { BlockedError, UnresolvedError } from './guard.ts';

/** What was in the way of an answer, for log and retry: a class, never the text of an error, which names addresses. */
export type DeliveryFailure = 'blocked' | 'dns' | 'refused' | 'unreachable' | 'reset' | 'tls' | 'protocol' | 'timeout';

/** The class of what a try failed with. */
export function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof BlockedError) return 'blocked';
  if (error instanceof UnresolvedError) return 'dns';
  const code = codeOf(error);
  return byCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'protocol';
}

const byCode: readonly (readonly [RegExp, DeliveryFailure])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/, 'reset'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN|EACCES|EPERM)$/, 'unreachable'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(?:EPROTO|ERR_TLS|ERR_SSL|CRL_)|CERT|SIGNATURE|ISSUER|PATH_LENGTH|INVALID_CA|INVALID_PURPOSE|HOSTNAME/, 'tls'],
];

/** Of several addresses that were tried, the first one's error stands for all. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
