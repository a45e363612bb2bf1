import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts, unit } from '../support/unit.ts';

/** What the API server returned: its status, and the object or the `Status` of a refusal. */
interface Reply {
  status: number;
  body: { message?: string; metadata?: object; resources?: { name: string; kind: string; namespaced: boolean }[] };
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

/** Starts etcd and an API server of Kubernetes on free ports, and waits until it is ready. */
export async function startApiServer(programs: { etcd: string; apiServer: string }, folder: string) {
  const port = await freePorts(3);
  const [clients, peers, api] = [`http://127.0.0.1:${port()}`, `http://127.0.0.1:${port()}`, port()];
  const token = randomBytes(32).toString('hex');
  const key = join(folder, 'service-accounts.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });

  /** Sends a request as an administrator. A body is sent as JSON under the media type. */
  async function call(method: string, path: string, body?: object, type = 'application/json'): Promise<Reply> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    // The server has made its own certificate, for names that are not the address.
    const options = { port: api, host: '127.0.0.1', method, path, headers, rejectUnauthorized: false };
    const sent = request(options).end(body && JSON.stringify(body));
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const content = await text(reply);
    const isJson = reply.headers['content-type']?.includes('json');
    return {
      status: reply.statusCode ?? 0,
      body: isJson ? (JSON.parse(content) as Reply['body']) : { message: content },
    };
  }

  const common = { startWithinMs: 300_000, stopSignal: 'SIGTERM', stopWithinMs: 60_000 } as const;
  const both = unit(false, async (supervisor) => {
    await supervisor.start({
      ...common,
      name: 'etcd',
      stage: 'database',
      command: [
        programs.etcd,
        `--data-dir=${join(folder, 'etcd')}`,
        `--listen-client-urls=${clients}`,
        `--advertise-client-urls=${clients}`,
        `--listen-peer-urls=${peers}`,
        `--initial-advertise-peer-urls=${peers}`,
        `--initial-cluster=default=${peers}`,
      ],
      logFile: join(folder, 'etcd.log'),
      check: () => fetch(`${clients}/health`),
    });
    await supervisor.start({
      ...common,
      name: 'kube-apiserver',
      stage: 'front',
      command: [
        programs.apiServer,
        `--etcd-servers=${clients}`,
        '--bind-address=127.0.0.1',
        `--secure-port=${api}`,
        '--endpoint-reconciler-type=none', // which takes no loopback address
        `--cert-dir=${join(folder, 'certificates')}`,
        `--token-auth-file=${join(folder, 'tokens.csv')}`,
        '--authorization-mode=RBAC',
        '--allow-privileged', // as clusters do; what refuses is Pod Security
        '--service-cluster-ip-range=10.0.0.0/24',
        '--service-account-issuer=https://kubernetes.default.svc',
        `--service-account-key-file=${key}`,
        `--service-account-signing-key-file=${key}`,
      ],
      logFile: join(folder, 'kube-apiserver.log'),
      async check() {
        const { status } = await call('GET', '/readyz');
        if (status !== 200) throw new Error(`it is not ready: ${status}`);
      },
    });
  });
  try {
    await both.start();
  } catch (error) {
    await both.stop();
    throw error;
  }
  return { call, stop: both.stop };
}
