import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';

/** The entry file of the workflow code. */
export const workflowsPath = fileURLToPath(new URL('workflows.ts', import.meta.url));

/** Bundles the workflow code into one file, so that workers don't have to bundle it at startup. */
export async function writeWorkflowBundle(file: string | URL, logger?: Logger): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    ...(logger && { logger }),
  });
  const path = file instanceof URL ? fileURLToPath(file) : file;
  await mkdir(new URL('.', `file://${path}`), { recursive: true });
  await writeFile(path, code);
}
