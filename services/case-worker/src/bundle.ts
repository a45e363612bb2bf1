import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';

/** The workflow package's entry file, found through the workspace link. */
export const workflowsPath = createRequire(import.meta.url).resolve('@evict/eviction-case');

/** Bundles the workflow code into one file, so that a worker starts without bundling. */
export async function writeWorkflowBundle(file: string | URL, logger?: Logger): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath, ...(logger && { logger }) });
  const path = file instanceof URL ? fileURLToPath(file) : file;
  await mkdir(new URL('.', `file://${path}`), { recursive: true });
  await writeFile(path, code);
}
