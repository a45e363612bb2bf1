import type { Context } from 'koa';
import { createSeal } from './seal.ts';

/** Who a credential is of: a browser can hold one of each. */
export type Holder = 'customer' | 'attorney';

/** The credentials of a browser, each sealed in a cookie that no script can read. */
export interface Credentials {
  read(ctx: Context, holder: Holder): string | null;
  /** Replaces the cookie. */
  keep(ctx: Context, holder: Holder, token: string): void;
  end(ctx: Context, holder: Holder): void;
}

/** After this time a person signs in again. The service ends a session after 90 days itself. */
const lifetimeSeconds = 30 * 24 * 3600;
const cookieNames: Readonly<Record<Holder, string>> = { customer: 'session', attorney: 'attorney' };

/** `__Host-` binds a cookie to the host over https; a browser refuses Secure over plain http. */
export function createCredentials(origin: string, secretKeys: readonly string[]): Credentials {
  const secure = origin.startsWith('https:');
  const seals = { customer: createSeal(secretKeys, 'customer'), attorney: createSeal(secretKeys, 'attorney') };
  const nameOf = (holder: Holder) => `${secure ? '__Host-' : ''}${cookieNames[holder]}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const write = (ctx: Context, holder: Holder, value: string, maxAge: number) =>
    ctx.append('Set-Cookie', `${nameOf(holder)}=${value}; Max-Age=${maxAge}; ${attributes}`);
  return {
    read: (ctx, holder) => seals[holder].open(ctx.cookies.get(nameOf(holder)), Date.now()),
    keep(ctx, holder, token) {
      write(ctx, holder, seals[holder].seal(token, Date.now() + lifetimeSeconds * 1000), lifetimeSeconds);
    },
    end: (ctx, holder) => write(ctx, holder, '', 0),
  };
}
