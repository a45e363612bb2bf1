import { type LeadBody, routes } from '@evict/contract';
import { enforceAddressLimit, type Gateway } from '@evict/http';
import type { Store } from '@evict/store/database';
import { createLead, type Lead } from '@evict/store/leads';

export interface LeadDeps {
  store: Store;
  startMail: (mailId: string) => void;
  operatorsAddress: string;
}

/** Requests from the website's forms: stored, and mailed to the operators. */
export function leadRoutes(gateway: Gateway, { store, startMail, operatorsAddress }: LeadDeps): void {
  gateway.route(routes.createLead, async ({ body, clientAddress }) => {
    await enforceAddressLimit(store, 'lead', clientAddress);
    // People do not see this field; whoever fills it in is a program, and is not told.
    const isFromProgram = (body.contact_url ?? '') !== '';
    if (!isFromProgram) startMail(await createLead(store, toLead(body), operatorsAddress));
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
