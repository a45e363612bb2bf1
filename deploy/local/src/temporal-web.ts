import { join } from 'node:path';
import type { Supervisor } from './processes.ts';
import { renderFile, temporalFolder } from './template.ts';

export interface TemporalWebSettings {
  /** The folder of its configuration and its log. */
  dir: string;
  port: number;
  temporalPort: number;
  /** The namespace that its first page opens. */
  namespace: string;
  binary: string;
}

/** Starts Temporal Web, the operators' view of the workflows. Resolves when its pages show the namespace. */
export async function startTemporalWeb(supervisor: Supervisor, settings: TemporalWebSettings): Promise<void> {
  const { dir, port, temporalPort, namespace, binary } = settings;
  await renderFile(join(temporalFolder, 'web.yaml'), join(dir, 'web', 'local.yaml'), {
    FRONTEND_PORT: temporalPort,
    WEB_PORT: port,
    NAMESPACE: namespace,
  });
  await supervisor.start({
    name: 'Temporal Web',
    stage: 'front',
    cwd: dir, // it takes the folder of its configuration relative to this one
    command: [binary, '--config', 'web', '--env', 'local', 'start'],
    logFile: join(dir, 'web.log'),
    check: () => expectNamespace(`http://127.0.0.1:${port}/api/v1/namespaces/${encodeURIComponent(namespace)}`),
    startWithinMs: 30_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 1000,
  });
}

async function expectNamespace(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}
