import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { choosePorts, freePort, isFree } from './ports.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('choosePorts', () => {
  test('uses the requested ports', async () => {
    const port = await freePort();
    expect(await choosePorts({ PORT: port }, {})).toEqual({ PORT: port });
  });

  test('refuses a port that is in use, and names its variable', async () => {
    const port = await listen();
    await expect(choosePorts({ SMTP_PORT: port }, {})).rejects.toThrow(
      `Port ${port} is in use. Set SMTP_PORT to another port, or to 0 for any free one.`,
    );
  });

  test('refuses the same port for two variables', async () => {
    const port = await freePort();
    await expect(choosePorts({ PORT: port, SMTP_PORT: port }, {})).rejects.toThrow(`Port ${port} is in use`);
  });

  test('replaces 0 with the port of the last run', async () => {
    const last = await freePort();
    expect(await choosePorts({ PORT: 0 }, { PORT: last })).toEqual({ PORT: last });
  });

  test('replaces 0 with another free port if the port of the last run is in use', async () => {
    const last = await listen();
    const { PORT } = await choosePorts({ PORT: 0 }, { PORT: last });
    expect(PORT).not.toBe(last);
    expect(await isFree(PORT)).toBe(true);
  });

  test('replaces each 0 with a different port', async () => {
    const last = await freePort();
    const chosen = await choosePorts({ A: 0, B: 0, C: last }, { A: last, B: last });
    expect(new Set(Object.values(chosen)).size).toBe(3);
  });
});

async function listen(): Promise<number> {
  const port = await freePort();
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}
