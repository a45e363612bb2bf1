import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Values for the configuration files of the Temporal programs. */
export const temporalFolder = fileURLToPath(new URL('../../temporal/', import.meta.url));

/**
 * Copies a configuration file and substitutes its `${NAME}`s. Only the owner may read the copy, which may contain a
 * password. Throws if a name has no value.
 */
export async function renderFile(
  template: string,
  target: string,
  values: Readonly<Record<string, string | number>>,
): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, render(await readFile(template, 'utf8'), values), { mode: 0o600 });
}

export function render(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template has no value for ${name}`);
    return String(value);
  });
}
