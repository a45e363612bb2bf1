import { type LeadBody, routes } from '@evict/contract';
import { enforceAddressLimit, type Gateway } from '@evict/http';
import type { Store } from '@evict/store/database';
import { createLead, type Lead } from '@evict/store/leads';

export interface LeadDeps {
  store: Store;
  operatorsAddress: string;
}

/** Stores requests from the website's forms and emails them to the operators. */
export function leadRoutes(gateway: Gateway, { store, operatorsAddress }: LeadDeps): void {
  gateway.route(routes.createLead, async ({ body, clientAddress }) => {
    await enforceAddressLimit(store, 'lead', clientAddress);
    // A honeypot: people don't see this field. A bot gets the same response as everyone else.
    const isFromBot = (body.contact_url ?? '') !== '';
    if (!isFromBot) await createLead(store, toLead(body), operatorsAddress);
    return { status: 202, body: { received: true } };
  });
}

function toLead(body: LeadBody): Lead {
  const { kind, name, email, message = null } = body;
  const none = { company: null, role: null, states: [], barNumber: null };
  const base = { ...none, kind, name, email, message };
  switch (body.kind) {
    case 'access_request':
      return { ...base, company: body.company ?? null, role: body.role ?? null, states: body.states ?? [] };
    case 'attorney_application':
      return { ...base, company: body.company ?? null, states: body.states, barNumber: body.barNumber };
    case 'contact':
      return base;
  }
}
