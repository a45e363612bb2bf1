import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Environment, readConfig } from '@evict/config';
import type { Process } from '@evict/store/roles';
import { Unreachable } from '@evict/ops/failures';
import { lastPortsOf } from './data-dir.ts';
import { urlAs } from './database-roles.ts';
import { passwordFile, urlOf } from './postgres.ts';
import { databaseName, postgresFolder, stackSettings } from './settings.ts';

/**
 * Returns an environment with which a program connects to the local stack that was started with the same variables:
 * with the role of `process` or, without one, as the database's owner. An environment with a DATABASE_URL is returned
 * unchanged. Throws ConfigError, and Unreachable if no stack was ever started in the data folder or it uses another
 * port.
 */
export async function environmentOfLastRun(env: Environment, process?: Process): Promise<Environment> {
  if (env['DATABASE_URL']) return env;
  const { dataDir, port, temporalAddress, temporalNamespace } = readConfig(env, targetSettings);
  const dir = resolve(dataDir);
  const ports = await lastPortsOf(dir);
  const { PORT, POSTGRES_PORT, TEMPORAL_PORT } = ports;
  if (POSTGRES_PORT === undefined || TEMPORAL_PORT === undefined) {
    throw new Unreachable(`No stack was ever started in ${dir}. Run npm start, or set DATA_DIR to another folder.`);
  }
  // Without a PORT, the folder alone identifies the stack.
  if (env['PORT'] && port !== 0 && port !== PORT) {
    throw new Unreachable(`The stack in ${dir} uses port ${PORT}, not ${port}. Change DATA_DIR or PORT.`);
  }
  const password = await readFile(passwordFile(join(dir, postgresFolder)), 'utf8');
  const owner = urlOf({ port: POSTGRES_PORT, password }, databaseName);
  return {
    ...env,
    DATABASE_URL: process ? urlAs(process, owner) : owner,
    TEMPORAL_ADDRESS: temporalAddress === '' ? `127.0.0.1:${TEMPORAL_PORT}` : temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespace,
  };
}

const { dataDir, port, temporalAddress, temporalNamespace } = stackSettings;
const targetSettings = { dataDir, port, temporalAddress, temporalNamespace };
