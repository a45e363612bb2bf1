import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection, type Workflow, WithStartWorkflowOperation } from '@temporalio/client';
import type { LocalStack } from '../../support/local-stack.ts';
import { startProgram } from '../../support/program.ts';
import type { BareActivities } from './activities.ts';
import type { WrittenRows } from './rows.ts';
import type { BareStep, Operation, Operations } from './workflows.ts';

const taskQueue = 'bench-bare';

/** Starts the bare Temporal side of a comparison: a worker in its own process, and a client. */
export async function startBare(stack: LocalStack, steps: readonly WrittenRows[] = []) {
  const { temporal: address, namespace, dataDir } = stack;
  const rowsFile = join(dataDir, 'bare-rows.json');
  await writeFile(rowsFile, JSON.stringify(steps));
  const worker = await startProgram(
    new URL('worker.ts', import.meta.url),
    [address, namespace, taskQueue, stack.databaseUrl(), rowsFile],
    { NODE_EXTRA_CA_CERTS: join(dataDir, 'webhook-authorities.pem') },
  );
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  const activities = client.activity.typed<BareActivities>();

  const update = (workflowId: string, name: string, argument: BareStep | Operation) =>
    client.workflow.getHandle(workflowId).executeUpdate<void, [object]>(name, { args: [argument] });
  const start = (type: string, workflowId: string, given: object, name: string, argument: BareStep | Operation) =>
    client.workflow.executeUpdateWithStart<Workflow, void, [object]>(name, {
      startWorkflowOperation: new WithStartWorkflowOperation(type, {
        workflowId,
        taskQueue,
        args: [given],
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
      args: [argument],
    });

  return {
    client,
    /** Starts a bare workflow for a case, with its first command. */
    async startCase(caseId: string, number: string, step: BareStep): Promise<void> {
      await start('bareCase', `bare-${caseId}-${step.index}`, { caseId, number }, 'write', step);
    },
    /** Sends the next command of a case that was started with step `startedWith`. */
    async command(caseId: string, startedWith: number, step: BareStep): Promise<void> {
      await update(`bare-${caseId}-${startedWith}`, 'write', step);
    },
    /** Runs a workflow with these Temporal operations, one Update each. Resolves to the total time in milliseconds. */
    async operate(updates: readonly Operations[]): Promise<number> {
      const workflowId = `bare-operations-${randomUUID()}`;
      const startedAt = performance.now();
      for (const [index, operations] of updates.entries()) {
        const operation: Operation = { ...operations, last: index === updates.length - 1 };
        if (index === 0) await start('bareOperations', workflowId, {}, 'operate', operation);
        else await update(workflowId, 'operate', operation);
      }
      return performance.now() - startedAt;
    },
    /** Starts a standalone activity that posts a body. */
    async post(url: string, body: string): Promise<void> {
      await activities.start('post', {
        id: `bare-${randomUUID()}`,
        taskQueue,
        args: [{ url, body }],
        startToCloseTimeout: '25s',
      });
    },
    async stop() {
      await connection.close();
      await worker.stop();
    },
  };
}
