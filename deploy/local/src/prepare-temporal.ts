import { readFile, writeFile } from 'node:fs/promises';
import { hashOfSources } from './sources.ts';

/** The sources that determine how a namespace is registered. */
const sources = ['packages/temporal/src/{setup,messages}.ts'];

/**
 * Registers the namespace and its search attributes. `file` contains a hash of the sources at the last registration. If
 * they haven't changed, no client is loaded, which makes the start faster. If Temporal has lost the namespace since
 * then, the case worker registers it again. Without a file, always registers.
 */
export async function prepareTemporal(address: string, namespace: string, file: string | null): Promise<void> {
  const mark = `${namespace} ${await hashOfSources(sources)}`;
  if (file !== null && (await readFile(file, 'utf8').catch(() => '')) === mark) return;
  const [{ Connection }, { registerNamespace }] = await Promise.all([
    import('@temporalio/client'),
    import('@evict/temporal/setup'),
  ]);
  const connection = await Connection.connect({ address });
  try {
    await registerNamespace(connection, namespace);
  } finally {
    await connection.close();
  }
  if (file !== null) await writeFile(file, mark);
}
