import type { CaresSetting, CourtCalendar } from '../pack.ts';

/**
 * 15 U.S.C. § 9058(c), in force since the CARES Act was signed. As of the review the section is in force: the agency's
 * withdrawal of its own rule became a proposal, and the bill to repeal it (H.R. 1078) had only reached the House
 * calendar.
 */
export const cares2026: CaresSetting = {
  minimumDays: 30,
  citation: '15 U.S.C. § 9058(c)',
  inForceFrom: '2020-03-27',
  inForceUntil: null,
  reviewed: '2026-11-21',
};

/** The holidays of 5 U.S.C. § 6103(a) as they stand in 2026, for every year; observed as § 6103(b) has it for a Monday to Friday week. */
export const federalCalendar2026: CourtCalendar = {
  weekend: [0, 6],
  holidays: [
    { name: "New Year's Day", month: 1, day: 1 },
    { name: 'Birthday of Martin Luther King, Jr.', month: 1, weekday: 1, nth: 3 },
    { name: "Washington's Birthday", month: 2, weekday: 1, nth: 3 },
    { name: 'Memorial Day', month: 5, weekday: 1, nth: -1 },
    { name: 'Juneteenth National Independence Day', month: 6, day: 19 },
    { name: 'Independence Day', month: 7, day: 4 },
    { name: 'Labor Day', month: 9, weekday: 1, nth: 1 },
    { name: 'Columbus Day', month: 10, weekday: 1, nth: 2 },
    { name: 'Veterans Day', month: 11, day: 11 },
    { name: 'Thanksgiving Day', month: 11, weekday: 4, nth: 4 },
    { name: 'Christmas Day', month: 12, day: 25 },
  ],
  observedShift: { 6: -1, 0: 1 },
  citation: '5 U.S.C. § 6103',
};
