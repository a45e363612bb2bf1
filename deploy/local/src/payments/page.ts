import type { AccountState } from './account.ts';

type Session = AccountState['sessions'][number];

/** Returns a session's checkout page, on which a person pays or leaves. */
export function checkoutPage({ status, payment_status, amount_total, currency, ...session }: Session): string {
  const amount = `${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}`;
  const links = {
    paid: `<p>Paid. ${link(session.success_url, 'Return to the website')}</p>`,
    closed: '<p>This page is closed. You can no longer pay here.</p>',
    open: `<form method="post"><button>Pay ${escape(amount)}</button></form>
<p>${link(session.cancel_url, 'Leave without paying')}</p>`,
  };
  const shown = payment_status === 'paid' ? links.paid : links[status === 'open' ? 'open' : 'closed'];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Checkout (stand-in)</title>
<h1>${escape(session.description)}: ${escape(amount)}</h1>
<p>A stand-in for the payment provider, on this machine. No money is moved.</p>
${shown}
</html>
`;
}

function link(address: string | null, text: string): string {
  return `<a href="${escape(address ?? '')}">${text}</a>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
