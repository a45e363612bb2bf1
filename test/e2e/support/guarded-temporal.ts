import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  freePort,
  prepareTemporalDatabases,
  startPostgres,
  Supervisor,
  type TemporalBinaries,
  temporalFolder,
} from '@evict/local';
import { type ConnectionOptions, connectionOptions } from '@evict/temporal/connection-options';

export interface GuardedTemporal {
  address: string;
  /** The internal port of the frontend. */
  membershipPort: number;
  /** The certificates of each client, in a folder of its name. */
  certificates: string;
  /** The connection of a client with the certificate of that name, from these certificates or others. */
  connectionOf: (name: string, from?: string) => ConnectionOptions;
  /** The environment of a process with that connection. */
  environmentOf: (name: string) => Record<string, string>;
  /** Starts Temporal Web with the certificate that compose gives it. Resolves to its address. */
  startWeb: () => Promise<string>;
  stop: () => Promise<void>;
}

/**
 * The server that compose runs: the same program, certificates from the same program, the same configuration, on a
 * PostgreSQL of its own, serving `namespace`. Resolves when its own health check says that it serves.
 */
export async function startGuardedTemporal(namespace: string, binaries: TemporalBinaries): Promise<GuardedTemporal> {
  const dir = await mkdtemp(join(tmpdir(), 'guarded-temporal-'));
  const supervisor = new Supervisor({});
  const stop = async () => {
    await supervisor.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const certificates = await issueCertificates(binaries, join(dir, 'certificates'));
    const postgresPort = await freePort();
    const postgres = await startPostgres(supervisor, {
      dir: join(dir, 'postgres'),
      port: postgresPort,
      durable: false,
    });
    await prepareTemporalDatabases(postgres, binaries);
    const ports = await freePorts(new Set([postgresPort]));
    const address = `127.0.0.1:${ports['FRONTEND_PORT']}`;
    const own = { TEMPORAL_CERTIFICATES: join(certificates, 'temporal') };
    await supervisor.start({
      name: 'Temporal with an authorizer',
      stage: 'engine',
      command: [binaries.server, '--config-file', join(temporalFolder, 'server-tls.yaml.template'), 'start'],
      env: {
        ...own,
        ...ports,
        SERVICE_NAMESPACE: namespace,
        NUM_HISTORY_SHARDS: '4',
        POSTGRES_ADDRESS: `127.0.0.1:${postgresPort}`,
        POSTGRES_USER: 'postgres',
        POSTGRES_PWD: postgres.password,
        DYNAMIC_CONFIG_FILE_PATH: join(temporalFolder, 'dynamic.yaml'),
      },
      logFile: join(dir, 'server.log'),
      check: () => promisify(execFile)(binaries.server, ['health', address], { env: own }),
      startWithinMs: 120_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 5000,
    });
    const environmentOf = (name: string, from = certificates) => ({
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      TEMPORAL_TLS: 'on',
      TEMPORAL_TLS_SERVER_NAME: 'temporal',
      TEMPORAL_TLS_CA: join(from, name, 'ca.pem'),
      TEMPORAL_TLS_CERT: join(from, name, 'certificate.pem'),
      TEMPORAL_TLS_KEY: join(from, name, 'key.pem'),
    });
    const connectionOf = (name: string, from = certificates) =>
      connectionOptions({
        temporalAddress: address,
        temporalTls: true,
        temporalTlsCa: readFileSync(join(certificates, 'temporal', 'ca.pem')),
        temporalTlsCert: readFileSync(join(from, name, 'certificate.pem')),
        temporalTlsKey: readFileSync(join(from, name, 'key.pem')),
        temporalTlsServerName: 'temporal',
        temporalApiKey: '',
      });
    const membershipPort = Number(ports['FRONTEND_MEMBERSHIP_PORT']);
    const startWeb = async () => {
      const port = await freePort();
      const files = ['caFile: ca', 'certFile: certificate', 'keyFile: key'].map((file) => {
        const [setting, base] = file.split(': ');
        return `${setting}: ${join(certificates, 'temporal-web', `${base}.pem`)}`;
      });
      const tls = `tls: { ${files.join(', ')}, enableHostVerification: true, serverName: temporal }`;
      const config = [`temporalGrpcAddress: ${address}`, 'host: 127.0.0.1', `port: ${port}`, 'enableUi: true', tls];
      await mkdir(join(dir, 'web'));
      await writeFile(join(dir, 'web', 'local.yaml'), `${config.join('\n')}\n`);
      const url = `http://127.0.0.1:${port}`;
      await supervisor.start({
        name: 'Temporal Web',
        stage: 'front',
        cwd: dir,
        command: [binaries.web, '--config', 'web', '--env', 'local', 'start'],
        logFile: join(dir, 'web.log'),
        check: () => fetch(`${url}/healthz`).then((response) => response.arrayBuffer()),
        startWithinMs: 60_000,
        stopSignal: 'SIGTERM',
        stopWithinMs: 1000,
      });
      return url;
    };
    return { startWeb, address, membershipPort, certificates, connectionOf, environmentOf, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** By the program of the server, as in compose. Resolves to the folder. */
export async function issueCertificates({ server }: TemporalBinaries, folder: string): Promise<string> {
  await promisify(execFile)(server, ['certificates', folder]);
  return folder;
}

async function freePorts(taken: Set<number>): Promise<Record<string, string>> {
  const ports: Record<string, string> = {};
  for (const service of ['FRONTEND', 'INTERNAL_FRONTEND', 'HISTORY', 'MATCHING', 'WORKER']) {
    for (const name of [`${service}_PORT`, `${service}_MEMBERSHIP_PORT`]) {
      const port = await freePort(taken);
      taken.add(port);
      ports[name] = String(port);
    }
  }
  return ports;
}
