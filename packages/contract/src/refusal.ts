import { guards } from '@evict/case-model';
import { type ErrorCode, errorCodes } from './errors.ts';

/**
 * Returns the API's error for a refused command. The message states the reason and then `standing`, which says what
 * currently blocks the command.
 */
export function refusalError(reason: string, standing = ''): { code: ErrorCode; message: string } {
  const more = standing === '' ? '' : ` ${standing}`;
  if (isKey(guards, reason)) return { code: guards[reason].code, message: guards[reason].text + more };
  // A newer worker may send reasons that this process doesn't know.
  const code = isKey(errorCodes, reason) ? reason : 'guard_failed';
  return { code, message: errorCodes[code].text + more };
}

function isKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}
