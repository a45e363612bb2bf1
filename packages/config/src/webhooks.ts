import { isIP } from 'node:net';
import { durations, type Setting } from './settings.ts';

/** Webhook settings, for the gateway that registers endpoints and the worker that delivers to them. */
export const webhooks = {
  /** The delay before each retry. The attempt after the last delay is the final one. */
  webhookRetryDelaysMs: durations('WEBHOOK_RETRY_DELAYS', '1m,5m,30m,120m'),
  /** Private networks that webhooks may reach on any port, for tests and local development. */
  webhookTestAllow: { ...cidrs('WEBHOOK_TEST_ALLOW'), neverInProduction: true },
  /** Public addresses of the deployment itself. Webhooks may not reach them. */
  webhookDeny: cidrs('WEBHOOK_DENY'),
};

/** Comma-separated networks such as `127.0.0.0/8`. The default is none. */
function cidrs(variable: string): Setting<readonly string[]> {
  const parse = (value: string) => {
    const parts = value === '' ? [] : value.split(',').map((part) => part.trim());
    return parts.every(isCidr) ? parts : undefined;
  };
  const mustBe = 'networks separated by commas, such as 127.0.0.0/8';
  return { variable, mustBe, parse, fallback: '' };
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}
