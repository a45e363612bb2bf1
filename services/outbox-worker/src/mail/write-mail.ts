import { websitePages } from '@evict/contract/website-pages';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import {
  type AccountMailData,
  type AccountMailKind,
  type AccountMailPayloads,
  composeAccountMail,
  composeCaseMail,
  composeDigest,
  isAccountChange,
  isCaseMail,
  localTime,
  type MailedCase,
  type OutgoingMail,
} from '@evict/mail';
import { createAddressLink, createInvitationLink, createPasswordReset, findMailSettings } from '@evict/store/accounts';
import { findConnectedApp } from '@evict/store/connections';
import type { Store } from '@evict/store/database';
import { getLead } from '@evict/store/leads';
import { findMailedCase, type RecordedMail } from '@evict/store/mails';
import { deadEndpoint, findDisabledEndpoint } from '@evict/store/webhooks';

interface WriteMailDeps {
  store: Store;
  websiteOrigin: string;
}

type Text = Omit<OutgoingMail, 'id' | 'to'>;

/**
 * Composes an email, or a digest of several, from the data at the time of sending. `over` lists the emails that no
 * longer apply and are left out.
 */
export async function writeMails(
  mails: readonly RecordedMail[],
  deps: WriteMailDeps,
): Promise<{ text: Text | null; over: readonly RecordedMail[] }> {
  const [mail] = mails;
  if (mail && !mail.inDigest) {
    const text = await writeMail(mail, deps);
    return { text, over: text ? [] : mails };
  }
  const caseMails = mails.filter((one) => isCaseMail(one));
  const cases = new Map<string, MailedCase | null>();
  for (const { caseId } of caseMails.map(({ payload }) => payload)) {
    if (!cases.has(caseId)) cases.set(caseId, await findMailedCase(deps.store, caseId));
  }
  const known = caseMails.flatMap((one) => {
    const now = cases.get(one.payload.caseId);
    return now ? [{ ...one, now }] : [];
  });
  const { text, over } = composeDigest(known, deps.websiteOrigin);
  return { text, over: [...mails.filter(({ id }) => !known.some((one) => one.id === id)), ...over] };
}

async function writeMail(mail: RecordedMail, deps: WriteMailDeps): Promise<Text | null> {
  if (isCaseMail(mail)) {
    const now = await findMailedCase(deps.store, mail.payload.caseId);
    return now && composeCaseMail({ ...mail, now }, deps.websiteOrigin);
  }
  return writeAccountMail(mail.kind, mail.payload, { ...deps, recipient: mail.recipient });
}

type AccountMailDeps = WriteMailDeps & { recipient: string };

async function writeAccountMail<K extends AccountMailKind>(
  kind: K,
  payload: AccountMailPayloads[K],
  deps: AccountMailDeps,
) {
  const data = await dataOf[kind](payload, deps);
  return data && composeAccountMail(kind, data);
}

/** For each kind of account email, loads its data. Returns null if the email no longer applies. */
const dataOf: {
  [K in AccountMailKind]: (ids: AccountMailPayloads[K], deps: AccountMailDeps) => Promise<AccountMailData[K] | null>;
} = {
  // Each attempt creates its own token. The token exists only in the email, and expires an hour after the attempt.
  password_reset: ({ userId }, deps) => passwordLink(userId, deps, { hours: 1 }),
  async attorney_invitation({ userId }, deps) {
    const data = await passwordLink(userId, deps, { hours: 7 * 24 });
    return data && { ...data, signInLink: `${deps.websiteOrigin}${websitePages.attorneySignIn()}` };
  },
  // As for `password_reset`, each attempt creates its own token, but the link expires 7 days after the invitation was
  // created, not after the email was sent.
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
  // A newer release may have recorded a kind of change that is unknown here. This release sends no email about it.
  async account_notice({ change, at }, { store, websiteOrigin, recipient: email }) {
    if (!isAccountChange(change)) return null;
    const settings = await findMailSettings(store, { email });
    const time = localTime(at, settings?.timeZone);
    return { change, at: time, link: `${websiteOrigin}${websitePages.forgotPassword()}` };
  },
  async app_connected({ keyId }, { store, websiteOrigin, recipient: email }) {
    const app = await findConnectedApp(store, keyId);
    if (!app) return null;
    const settings = await findMailSettings(store, { email });
    return {
      ...app,
      at: localTime(app.at, settings?.timeZone),
      developersLink: `${websiteOrigin}${websitePages.developers()}`,
      passwordLink: `${websiteOrigin}${websitePages.forgotPassword()}`,
    };
  },
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
