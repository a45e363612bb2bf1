import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';

/** What the API server returned: its status, and the object or the `Status` of a refusal. */
interface Reply {
  status: number;
  body: { message?: string; metadata?: object; resources?: { name: string; kind: string; namespaced: boolean }[] };
}

export interface ApiServer {
  /** Sends a request as an administrator. A body is sent as JSON under the media type. */
  call(method: string, path: string, body?: object, type?: string): Promise<Reply>;
  stop(): Promise<void>;
}

/** Starts etcd and an API server of Kubernetes on three free ports, and waits until it is ready. */
export async function startApiServer(
  programs: { etcd: string; apiServer: string },
  folder: string,
  [clients = 0, peers = 0, api = 0]: number[],
): Promise<ApiServer> {
  const token = randomBytes(32).toString('hex');
  const key = join(folder, 'service-accounts.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const etcd = await start('etcd', programs.etcd, folder, [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${at(clients)}`,
    `--advertise-client-urls=${at(clients)}`,
    `--listen-peer-urls=${at(peers)}`,
    `--initial-advertise-peer-urls=${at(peers)}`,
    `--initial-cluster=default=${at(peers)}`,
  ]);
  const server = await start('kube-apiserver', programs.apiServer, folder, [
    `--etcd-servers=${at(clients)}`,
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
  ]);
  const call: ApiServer['call'] = (method, path, body, type = 'application/json') =>
    new Promise((resolve, reject) => {
      // The server has made its own certificate, for names that are not the address.
      const sent = request({ port: api, host: '127.0.0.1', method, path, rejectUnauthorized: false }, (reply) => {
        const isJson = reply.headers['content-type']?.includes('json');
        const read = async () => {
          const content = await text(reply);
          const found = (isJson ? JSON.parse(content) : { message: content }) as Reply['body'];
          return { status: reply.statusCode ?? 0, body: found };
        };
        read().then(resolve, reject);
      });
      sent.on('error', reject);
      sent.setHeader('authorization', `Bearer ${token}`);
      sent.setHeader('content-type', type);
      sent.end(body && JSON.stringify(body));
    });
  const stop = async () => {
    await end(server);
    await end(etcd);
  };
  try {
    await ready(call, server, folder);
  } catch (error) {
    await stop();
    throw error;
  }
  return { call, stop };
}

async function ready(call: ApiServer['call'], server: ChildProcess, folder: string): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline && server.exitCode === null) {
    const { status } = await call('GET', '/readyz').catch(() => ({ status: 0 }));
    if (status === 200) return;
    await after(500);
  }
  const log = await readFile(join(folder, 'kube-apiserver.log'), 'utf8');
  throw new Error(`The API server did not become ready:\n${log.slice(-3000)}`);
}

/** Its output becomes `<name>.log` in the folder. */
async function start(name: string, program: string, folder: string, args: string[]): Promise<ChildProcess> {
  const log = await open(join(folder, `${name}.log`), 'w');
  const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd] });
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  await log.close();
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), 60_000);
  await exited;
  clearTimeout(forced);
}
