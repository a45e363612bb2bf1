import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import Long from 'long';
import { searchAttributes } from './messages.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;
const alreadyExists = 6;
const notFound = 5;

/**
 * Registers the namespace and its search attributes if they are missing, and waits until workers and clients can use
 * them, because a server notices a new namespace only after a moment. It is safe to call this at every start and from
 * several processes.
 */
export async function registerNamespace(
  connection: Connection,
  namespace: string,
  { retentionDays = 90, timeoutMs = 30_000 }: { retentionDays?: number; timeoutMs?: number } = {},
): Promise<void> {
  await connection.workflowService
    .registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: Long.fromNumber(retentionDays * 86_400) },
    })
    .catch(ignore(alreadyExists));
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const missing = await missingAttributes(connection, namespace);
    if (missing !== null && missing.length === 0) return;
    if (missing !== null) await addAttributes(connection, namespace, missing);
    if (Date.now() > deadline) throw new Error(`namespace ${namespace} is not usable after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Registers a namespace if the server doesn't have it, for example after the server lost its data. Returns whether it
 * did. Rejects if the caller lacks permission.
 */
export async function registerLostNamespace(connection: Connection, namespace: string): Promise<boolean> {
  const found = await connection.workflowService.describeNamespace({ namespace }).catch(ignore(notFound));
  if (found) return false;
  await registerNamespace(connection, namespace);
  return true;
}

type Name = keyof typeof searchAttributes;

/** Returns the attributes that the namespace lacks, or null if the server doesn't know the namespace yet. */
async function missingAttributes(connection: Connection, namespace: string): Promise<Name[] | null> {
  const response = await connection.operatorService.listSearchAttributes({ namespace }).catch(ignore(notFound));
  if (!response) return null;
  const present = new Set(Object.keys(response.customAttributes ?? {}));
  return (Object.keys(searchAttributes) as Name[]).filter((name) => !present.has(name));
}

async function addAttributes(connection: Connection, namespace: string, names: Name[]): Promise<void> {
  const typed = names.map((name) => [name, IndexedValueType[`INDEXED_VALUE_TYPE_${searchAttributes[name]}`]]);
  await connection.operatorService
    .addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(typed) })
    .catch(ignore(alreadyExists));
}

function ignore(code: number) {
  return (error: { code?: number }): undefined => {
    if (error.code !== code) throw error;
  };
}
