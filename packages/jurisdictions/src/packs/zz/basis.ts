import type { Basis } from '../../pack.ts';

/** A section of the sandbox's statute, and the real law that it is modeled on. */
export function fictional(section: string, model: string): Basis {
  return {
    citation: `ZZ Stat. ${section}`,
    source: `written for the sandbox, modelled on ${model}`,
    checked: '2026-11-22',
    sure: 'fictional',
  };
}
