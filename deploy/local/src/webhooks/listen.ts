import { randomUUID } from 'node:crypto';
import { ApiError, createClient, verifyWebhook, type WebhookMessage } from '@evict/client';
import { issueCertificate } from '../certificates.ts';
import { keptAuthority } from './authority.ts';
import { startListener } from './listener.ts';

export interface ListenOptions {
  /** The address of the stack. */
  api: string;
  /** The folder of its authority. */
  dataDir: string;
  /** A credential of the organization whose events are printed; without it a new organization is created. */
  credential: string | undefined;
  print: (line: string) => void;
  /** Ends the listening and deletes the endpoint. */
  stopped: Promise<unknown>;
}

/** Registers a listener on this machine and prints what arrives. False if the stack does not allow it. */
export async function listenToWebhooks({ api, dataDir, print, stopped, ...given }: ListenOptions): Promise<boolean> {
  const credential = given.credential ?? (await signUp(api, print));
  const client = createClient({ baseUrl: api, credential });
  const printed = new Set<string>();
  let secret = '';
  const certificate = await issueCertificate(await keptAuthority(dataDir), '127.0.0.1');
  const listener = await startListener(certificate, async (request) => {
    const message = await verifyWebhook({ ...request, secret }).catch(() => null);
    print(message ? lineOf(message, printed) : 'NOT VERIFIED: the signature is invalid. Returned 401.');
    return message !== null;
  });
  try {
    const endpoint = await client.createWebhookEndpoint({ body: { url: listener.url } });
    secret = endpoint.secret;
    print(`Listening at ${listener.url} as ${endpoint.id}, in ${endpoint.mode} mode, until Ctrl-C.`);
    await stopped;
    await client.deleteWebhookEndpoint({ id: endpoint.id }).catch(() => {}); // the stack may be stopping as well
    return true;
  } catch (error) {
    if (!isAddressRefused(error)) throw error;
    print(refusedHelp);
    return false;
  } finally {
    listener.close();
  }
}

/** The test key of a new organization, printed so that cases can be created with it. */
async function signUp(api: string, print: (line: string) => void): Promise<string> {
  const id = randomUUID();
  const body = {
    name: 'Robin Example',
    organizationName: 'Sandbox Holdings LLC',
    email: `listener-${id}@example.com`,
    password: `password of ${id}`,
  };
  const { token } = await createClient({ baseUrl: api }).signup({ body });
  const { secret } = await createClient({ baseUrl: api, credential: token }).createApiKey();
  print(`What happens to cases made with this test key is printed here: ${secret}`);
  return secret;
}

function lineOf({ id, type, caseId, state, createdAt }: WebhookMessage, printed: Set<string>): string {
  const again = printed.has(id) ? ' again' : '';
  printed.add(id);
  return `verified${again}  ${createdAt}  ${type.padEnd(24)} ${state.padEnd(18)} ${caseId}  ${id}`;
}

function isAddressRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { issues = [] } = (error.details ?? {}) as { issues?: { code: string }[] };
  return issues.some(({ code }) => code === 'private_address');
}

const refusedHelp = [
  'The stack refuses to register an address of this machine: webhooks go to the public network alone.',
  'Start it with WEBHOOK_TEST_ALLOW=127.0.0.0/8, which lets it post to this machine, and run this again.',
].join('\n');
