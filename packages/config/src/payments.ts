import type { Setting } from './settings.ts';

/** Settings of the payment provider. */
export const payments = {
  /** Empty: online payment is off. */
  stripeSecretKey: secretKeyOfStripe('STRIPE_SECRET_KEY'),
  stripeApiBase: apiBase('STRIPE_API_BASE'),
};

/** May be empty. No message repeats it. */
function secretKeyOfStripe(variable: string): Setting<string> {
  const parse = (value: string) => (value === '' || /^[sr]k_[!-~]+$/.test(value) ? value : undefined);
  return { variable, mustBe: 'a secret key of Stripe (sk_… or rk_…)', parse, fallback: '', secret: true };
}

/** The address of a host, without a path, a query or a user. */
function apiBase(variable: string): Setting<string> {
  const parse = (value: string) => {
    if (!/^https?:/.test(value) || !URL.canParse(value)) return undefined;
    const { origin, href } = new URL(value);
    return href === `${origin}/` ? origin : undefined;
  };
  const mustBe = 'an address like https://api.stripe.com, without a path';
  return { variable, mustBe, parse, fallback: 'https://api.stripe.com' };
}
