import { readFile, writeFile } from 'node:fs/promises';
import { hashOfSources } from './sources.ts';

/** The sources that determine how a namespace is registered. */
const sources = ['packages/temporal/src/{setup,messages}.ts'];

/**
 * Registers the namespace and its search attributes. The file tells what was registered before. If that is current, no
 * client is loaded. If Temporal has lost the namespace, the case worker registers it again.
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
