import { createHash } from 'node:crypto';
import { icalendar } from '@evict/calendar';
import { ApiError, calendarRate, maxCalendarEvents, routes } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import { credentialPrefixes, parseCredential } from '@evict/credentials';
import { type Gateway, rateLimited } from '@evict/http';
import { createTokenBuckets } from '@evict/limiter';
import { readCalendar } from '@evict/store/calendar-links';
import type { PublicDependencies } from '../app.ts';

/** Serves calendars at their secret URLs. */
export function calendarRoutes(
  gateway: Gateway,
  { store, liveMode, verifiedForLive, websiteOrigin }: PublicDependencies,
): void {
  const reads = createTokenBuckets(calendarRate);
  gateway.route(routes.getCalendar, async ({ query }) => {
    const token = parseCredential(query.token);
    if (token?.prefix !== credentialPrefixes.calendar) throw new ApiError('not_found');
    const waitMs = reads.take(token.hash.toString('latin1'));
    if (waitMs > 0) throw rateLimited('calendar', Math.ceil(waitMs / 1000));
    const bounds = { liveMode, verifiedOnly: verifiedForLive === 'required', most: maxCalendarEvents };
    const calendar = await readCalendar(store, token.hash, bounds);
    if (!calendar) throw new ApiError('not_found');
    const { ofAttorney, today } = calendar;
    const page = ofAttorney ? websitePages.attorneyCase : websitePages.case;
    const cases = calendar.cases.map((one) => ({ ...one, url: `${websiteOrigin}${page(one.id)}` }));
    const bytes = Buffer.from(icalendar(cases, { most: maxCalendarEvents, today }));
    return { status: 200, bytes, contentType: 'text/calendar; charset=utf-8', headers: headersOf(bytes) };
  });
}

function headersOf(bytes: Buffer) {
  return {
    'Cache-Control': 'private, max-age=300',
    'Content-Disposition': 'attachment; filename="calendar.ics"',
    ETag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  };
}
