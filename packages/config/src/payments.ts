import { matching, type Setting } from './settings.ts';

/** Settings of the payment provider. */
export const payments = {
  /** An empty key turns online payment off. */
  stripeSecretKey: {
    ...matching('STRIPE_SECRET_KEY', /^$|^[sr]k_[!-~]+$/, 'a Stripe secret key (sk_… or rk_…)'),
    fallback: '',
    secret: true,
  },
  stripeApiBase: apiBase('STRIPE_API_BASE'),
};

/** A URL without a path, query or user. */
function apiBase(variable: string): Setting<string> {
  const parse = (value: string) => {
    if (!/^https?:/.test(value) || !URL.canParse(value)) return undefined;
    const { origin, href } = new URL(value);
    return href === `${origin}/` ? origin : undefined;
  };
  const mustBe = 'a URL like https://api.stripe.com, without a path';
  return { variable, mustBe, parse, fallback: 'https://api.stripe.com' };
}
