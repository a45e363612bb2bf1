import { BlockedError, UnresolvedError } from './guard.ts';

/** Why there is no response. Only a class is recorded, because error messages contain addresses. */
export type DeliveryFailure = 'blocked' | 'dns' | 'refused' | 'unreachable' | 'reset' | 'tls' | 'protocol' | 'timeout';

/** Returns the class of the error that ended an attempt. */
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

/** Returns the error's code. If several addresses were tried, returns the code of the first error. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
