import type { StatesPack } from '../../pack.ts';

const checked = '2026-11-22';

/**
 * The seven states compared by policylink.org (2024), and the District of Columbia (Eviction Laws Database, lsc.gov).
 */
export const justCause: StatesPack['justCause'] = [
  {
    state: 'CA',
    citation: 'Cal. Civ. Code § 1946.2',
    source: 'policylink.org; nationalevictionauthority.com',
    checked,
    sure: 'read_so',
    remark: 'Applies to most tenancies of twelve months or more. Read in secondary sources only.',
  },
  {
    state: 'CO',
    citation: 'Colo. Rev. Stat. § 38-12-1303',
    source: 'enrolled text of House Bill 24-1098 (legiplex.com)',
    checked,
    sure: 'read_so',
    remark: 'Read in the bill, not in the statute as published.',
  },
  {
    state: 'DC',
    citation: 'D.C. Code § 42-3505.01',
    source: 'code.dccouncil.gov',
    checked,
    sure: 'sure',
    remark: 'The end of the lease alone is not grounds for eviction as long as the tenant pays the rent.',
  },
  {
    state: 'NH',
    citation: 'N.H. Rev. Stat. § 540:2',
    source: 'gencourt.state.nh.us',
    checked,
    sure: 'sure',
    remark: 'Applies only to restricted property (§ 540:1-a).',
  },
  {
    state: 'NJ',
    citation: 'N.J. Stat. §§ 2A:18-61.1, 2A:18-61.3',
    source: 'text of § 2A:18-61.3 (casetext.com)',
    checked,
    sure: 'sure',
    remark: 'Applies to premises that § 2A:18-61.1 covers.',
  },
  {
    state: 'NY',
    citation: 'N.Y. Real Prop. Law § 216',
    source: 'nysenate.gov',
    checked,
    sure: 'sure',
    remark:
      'Applies to housing that § 214 covers, but outside of New York City only where a local law has adopted the article (§ 213). The article expires on 2034-06-15.',
  },
  {
    state: 'OR',
    citation: 'Or. Rev. Stat. § 90.427',
    source: 'oregon.public.law',
    checked,
    sure: 'sure',
    remark: 'Applies to month-to-month tenancies after the first year of occupancy, with exceptions.',
  },
  {
    state: 'WA',
    citation: 'Wash. Rev. Code § 59.18.650',
    source: 'lawfilesext.leg.wa.gov',
    checked,
    sure: 'sure',
    remark: 'Exceptions apply at the end of some fixed terms. The version we read is in effect until 2028-01-01.',
  },
];
