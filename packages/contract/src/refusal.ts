import { guards } from '@evict/case-model';
import { type ErrorCode, errorCodes } from './errors.ts';

/** The error of the interface for a refused command on a case, with the words for its reason. */
export function refusalError(reason: string): { code: ErrorCode; message: string } {
  if (isKey(guards, reason)) return { code: guards[reason].code, message: guards[reason].text };
  // A newer worker can have reasons that this process does not know.
  const code = isKey(errorCodes, reason) ? reason : 'guard_failed';
  return { code, message: errorCodes[code].text };
}

function isKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}
