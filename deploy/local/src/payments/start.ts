import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Supervisor } from '../processes.ts';

/**
 * The key that the stand-in accepts. It isn't a secret, because only this machine can reach the stand-in, which moves
 * no money.
 */
export const standInKey = 'sk_test_stand_in';

/** Starts the payment provider's stand-in. Resolves when it responds. */
export async function startPaymentsStandIn(
  supervisor: Supervisor,
  { dir, port }: { dir: string; port: number },
): Promise<void> {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  await supervisor.start({
    name: 'Payments stand-in',
    stage: 'front',
    command: [process.execPath, program, String(port), join(dir, 'payments.json')],
    logFile: join(dir, 'logs', 'payments-stand-in.log'),
    check: () => fetch(`http://127.0.0.1:${port}/v1/refunds`).then((response) => response.arrayBuffer()),
    startWithinMs: 30_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 1000,
  });
}
