import { websitePages } from '@evict/contract/website-pages';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import {
  type AccountMailData,
  type AccountMailKind,
  type AccountMailPayloads,
  composeAccountMail,
  composeCaseMail,
  isAccountChange,
  isCaseMail,
  type OutgoingMail,
} from '@evict/mail';
import { createAddressLink, createInvitationLink, createPasswordReset } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import { getLead } from '@evict/store/leads';
import { findMailedCase, type RecordedMail } from '@evict/store/mails';
import { deadEndpoint, findDisabledEndpoint } from '@evict/store/webhooks';

interface WriteMailDeps {
  store: Store;
  websiteOrigin: string;
}

/** The text of a recorded mail, made from what is true when it is sent; null if it is no longer true. */
export async function writeMail(
  mail: RecordedMail,
  deps: WriteMailDeps,
): Promise<Omit<OutgoingMail, 'id' | 'to'> | null> {
  if (isCaseMail(mail)) {
    const now = await findMailedCase(deps.store, mail.payload.caseId);
    return now && composeCaseMail(mail, now, deps.websiteOrigin);
  }
  return writeAccountMail(mail.kind, mail.payload, deps);
}

async function writeAccountMail<K extends AccountMailKind>(
  kind: K,
  payload: AccountMailPayloads[K],
  deps: WriteMailDeps,
) {
  const data = await dataOf[kind](payload, deps);
  return data && composeAccountMail(kind, data);
}

/** Loads what the text of each kind is made from; null if it is no longer true. */
const dataOf: {
  [K in AccountMailKind]: (ids: AccountMailPayloads[K], deps: WriteMailDeps) => Promise<AccountMailData[K] | null>;
} = {
  // Each attempt makes a token of its own: it exists only in the mail, and its hour begins when the mail is sent.
  password_reset: ({ userId }, deps) => passwordLink(userId, deps, { hours: 1 }),
  async attorney_invitation({ userId }, deps) {
    const data = await passwordLink(userId, deps, { hours: 7 * 24 });
    return data && { ...data, signInLink: `${deps.websiteOrigin}${websitePages.attorneySignIn()}` };
  },
  // The same as of a reset, but the days count from the invitation.
  async invitation({ invitationId }, { store, websiteOrigin }) {
    const { secret, hash } = mintCredential(credentialPrefixes.invitation);
    const data = await createInvitationLink(store, invitationId, hash);
    return data && { ...data, link: `${websiteOrigin}${websitePages.invitation(secret)}` };
  },
  async address_confirmation({ userId }, { store, websiteOrigin }) {
    const { secret, hash } = mintCredential(credentialPrefixes.address);
    if (!(await createAddressLink(store, userId, hash))) return null;
    return { link: `${websiteOrigin}${websitePages.confirmAddress(secret)}` };
  },
  // One that only a newer version knows is dropped.
  account_notice: async ({ change, at }, { websiteOrigin }) =>
    isAccountChange(change) ? { change, at, link: `${websiteOrigin}${websitePages.forgotPassword()}` } : null,
  lead_received: ({ leadId }, { store }) => getLead(store, leadId),
  async webhook_endpoint_disabled({ endpointId }, { store }) {
    const endpoint = await findDisabledEndpoint(store, endpointId);
    return endpoint && { endpointId: endpoint.id, mode: endpoint.mode, days: deadEndpoint.days };
  },
};

async function passwordLink(userId: string, { store, websiteOrigin }: WriteMailDeps, valid: { hours: number }) {
  const { secret, hash } = mintCredential(credentialPrefixes.passwordReset);
  if (!(await createPasswordReset(store, userId, hash, valid))) return null;
  return { link: `${websiteOrigin}${websitePages.resetPassword(secret)}` };
}
