import { isIP } from 'node:net';
import { durations, type Setting } from './settings.ts';

/** What has to do with webhooks, for the gateway that registers endpoints and the worker that posts to them. */
export const webhooks = {
  /** The waits after each failed try; one more failure is the last. */
  webhookRetryDelaysMs: durations('WEBHOOK_RETRY_DELAYS', '1m,5m,30m,120m'),
  /** Addresses that may be reached though they are not public, on any port: for tests and for work on one machine. */
  webhookTestAllow: { ...cidrs('WEBHOOK_TEST_ALLOW'), neverInProduction: true },
  /** Public addresses of the deployment itself, which no webhook may reach. */
  webhookDeny: cidrs('WEBHOOK_DENY'),
};

/** Networks such as `127.0.0.0/8` with commas between them; none by default. */
function cidrs(variable: string): Setting<readonly string[]> {
  const parse = (value: string) => {
    const parts = value === '' ? [] : value.split(',').map((part) => part.trim());
    return parts.every(isCidr) ? parts : undefined;
  };
  const mustBe = 'networks with commas between them, such as 127.0.0.0/8';
  return { variable, mustBe, parse, fallback: '' };
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}
