import type { Basis } from '../../pack.ts';

/** Returns the basis of a sandbox rule: a fictional section, and the real law on which it is modeled. */
export function fictional(section: string, model: string): Basis {
  return {
    citation: `ZZ Stat. ${section}`,
    source: `written for the sandbox, modeled on ${model}`,
    checked: '2026-11-22',
    sure: 'fictional',
  };
}
