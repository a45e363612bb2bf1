import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection, type Workflow, WithStartWorkflowOperation } from '@temporalio/client';
import { type BenchStack, startProgram } from '../programs.ts';
import type { BareActivities } from './activities.ts';
import type { Operations } from './operations.ts';
import type { WrittenRows } from './rows.ts';
import type { BareStep, Operation } from './workflows.ts';

const taskQueue = 'bench-bare';

/** The bare side of Temporal: a worker in its own process, and its client. */
export async function startBare(stack: BenchStack, steps: readonly WrittenRows[] = []) {
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

  return {
    client,
    /** A new bare workflow for a case, with its first command. */
    async startCase(caseId: string, number: string, step: BareStep): Promise<void> {
      const startWorkflowOperation = new WithStartWorkflowOperation('bareCase', {
        workflowId: `bare-${caseId}-${step.index}`,
        taskQueue,
        args: [{ caseId, number }],
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      await client.workflow.executeUpdateWithStart<Workflow, void, [BareStep]>('write', {
        startWorkflowOperation,
        args: [step],
      });
    },
    /** The next command of a case that was started with `startedWith`. */
    async command(caseId: string, startedWith: number, step: BareStep): Promise<void> {
      await client.workflow
        .getHandle(`bare-${caseId}-${startedWith}`)
        .executeUpdate<void, [BareStep]>('write', { args: [step] });
    },
    /** Runs a workflow with these Temporal operations, one Update each. Resolves to the milliseconds of all. */
    async operate(updates: readonly Operations[]): Promise<number> {
      const workflowId = `bare-operations-${randomUUID()}`;
      const startedAt = performance.now();
      for (const [index, operations] of updates.entries()) {
        const operation = { ...operations, last: index === updates.length - 1 };
        if (index === 0) {
          const startWorkflowOperation = new WithStartWorkflowOperation('bareOperations', {
            workflowId,
            taskQueue,
            args: [],
            workflowIdConflictPolicy: 'USE_EXISTING',
          });
          await client.workflow.executeUpdateWithStart<Workflow, void, [Operation]>('operate', {
            startWorkflowOperation,
            args: [operation],
          });
        } else
          await client.workflow
            .getHandle(workflowId)
            .executeUpdate<void, [Operation]>('operate', { args: [operation] });
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
