import type { CaresSetting, CourtCalendar } from '../pack.ts';

/** The federal minimum notice, in force since the CARES Act was signed. */
export const cares2026: CaresSetting = {
  minimumDays: 30,
  inForceFrom: '2020-03-27',
  inForceUntil: null,
  citation: '15 U.S.C. § 9058(c)',
  source: 'text of § 9058; evictfl.com on § 4024 of the CARES Act; National Housing Law Project on its enforcement',
  checked: '2026-11-22',
  sure: 'read_so',
  remark:
    "The law is unsettled. Courts in Colorado, Connecticut, Oklahoma and Washington hold that the subsection still applies, and others do not always enforce it. HUD's revocation of its own rule (February 2026) was delayed in March 2026 and became a proposal. The bill to repeal the subsection (H.R. 1078) has only reached the House calendar.",
};

/** The federal holidays as of 2026, used for every year. They are observed as in a Monday-to-Friday week. */
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
  citation: '5 U.S.C. § 6103(a), (b)',
  source: 'text of § 6103; list of holidays at okwb.uscourts.gov',
  checked: '2026-11-22',
  sure: 'sure',
  remark:
    'Inauguration Day is not among them: it is a holiday only for federal employees in and around the District of Columbia (§ 6103(c)). The list of 2026 is used for every year, including the years before 2026.',
};
