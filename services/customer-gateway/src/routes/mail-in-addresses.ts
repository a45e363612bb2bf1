import { randomBytes } from 'node:crypto';
import { ApiError, maxMailInAddresses, routes } from '@evict/contract';
import { type Gateway, requireVerified } from '@evict/http';
import type { Mode } from '@evict/case-model';
import {
  createMailInAddress,
  listMailInAddresses,
  type MailInAddressRow,
  revokeMailInAddress,
} from '@evict/store/intake';
import type { Dependencies } from '../dependencies.ts';

/** The secret addresses that take files by mail. */
export function mailInAddressRoutes(
  gateway: Gateway,
  { store, mailInDomain = '', verifiedForLive }: Pick<Dependencies, 'store' | 'mailInDomain' | 'verifiedForLive'>,
): void {
  gateway.route(routes.listMailInAddresses, async ({ caller }) => {
    const items = (await listMailInAddresses(store, caller)).map((row) => present(row, caller.mode));
    return { status: 200, body: { items, domain: mailInDomain === '' ? null : mailInDomain } };
  });

  gateway.route(routes.createMailInAddress, async ({ caller }) => {
    if (mailInDomain === '') {
      throw new ApiError('invalid_state', { message: 'This service takes no files by mail.' });
    }
    if (caller.mode === 'live') requireVerified(caller, 'Live mode', verifiedForLive);
    const mailbox = newMailbox();
    const made = await createMailInAddress(store, caller, { mailbox, most: maxMailInAddresses });
    if (!made) {
      const message = `There are already ${maxMailInAddresses} addresses in this mode. Revoke one first.`;
      throw new ApiError('key_limit', { message });
    }
    return { status: 201, body: { ...present(made, caller.mode), address: `${mailbox}@${mailInDomain}` } };
  });

  gateway.route(routes.revokeMailInAddress, async ({ caller, params }) => {
    if (!(await revokeMailInAddress(store, caller, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });
}

/** 160 random bits. In small letters, and without those that look alike: addresses are dictated and written by hand. */
function newMailbox(): string {
  return [...randomBytes(32)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

function present({ createdAt, lastUsedAt, ...row }: MailInAddressRow, mode: Mode) {
  return { ...row, mode, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
