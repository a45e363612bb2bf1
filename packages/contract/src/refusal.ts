import { guards } from '@evict/case-model';
import { type ErrorCode, errorCodes } from './errors.ts';

/** The error of the interface for a refused command, with the words for its reason and what blocks it. */
export function refusalError(reason: string, standing = ''): { code: ErrorCode; message: string } {
  const more = standing === '' ? '' : ` ${standing}`;
  if (isKey(guards, reason)) return { code: guards[reason].code, message: guards[reason].text + more };
  // A newer worker may have reasons that this process doesn't know.
  const code = isKey(errorCodes, reason) ? reason : 'guard_failed';
  return { code, message: errorCodes[code].text + more };
}

function isKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}
