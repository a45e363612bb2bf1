import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Returns whether a program would guess the password in fewer than 10^8 attempts. The password never leaves the page.
 */
export function isWeak(password: string): boolean {
  return zxcvbn.check(password).score < 3;
}
