import { spawn } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { schemaLocation } from './schemas.ts';

/** What kubeconform says about manifests. `faults` is empty if all are valid. */
export interface Verdict {
  valid: number;
  faults: string[];
}

/** Validates manifests by the schemas in a folder. An unknown field, a field twice, and a kind without a schema are faults. */
export async function validate(program: string, schemas: string, manifests: string): Promise<Verdict> {
  const args = ['-strict', '-summary', '-output', 'json', '-schema-location', schemaLocation(schemas), '-'];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(manifests);
  const { resources, summary } = JSON.parse(await textOf(child.stdout)) as {
    resources?: { kind: string; name: string; msg: string }[];
    summary: { valid: number };
  };
  return { valid: summary.valid, faults: (resources ?? []).map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`) };
}
