import { caresMinimumDays, usPack } from '@evict/jurisdictions';
import type { CaseFacts, ServicememberAnswer } from '../facts.ts';
import { beforeDefault } from '../servicemember.ts';
import { fail, firstOf, type Gate, type GateContext, pass, type Verdict, warn, warnForAny } from './gate.ts';

export const attestationAuthority = confirmed(
  'attestation_authority',
  'authority',
  'Confirm that you have authority to bring this case.',
);
export const attestationNotRetaliatory = confirmed(
  'attestation_not_retaliatory',
  'notRetaliatory',
  'Confirm that this case is not retaliation for something the tenant had a right to do.',
);
export const attestationNotDiscriminatory = confirmed(
  'attestation_not_discriminatory',
  'notDiscriminatory',
  'Confirm that this case does not discriminate against the tenant.',
);

function confirmed(name: string, answer: keyof CaseFacts['attestations'], reason: string): Gate {
  return { name, check: ({ facts }) => (facts.attestations[answer] === true ? pass : fail(reason)) };
}

/**
 * 15 U.S.C. § 9058(c) requires thirty days of notice for a covered dwelling. Courts differ on the effect of a shorter
 * notice, so only the sandbox fails it. The section isn't limited to nonpayment, so the other grounds get a warning.
 * Notices that we make always observe the minimum. § 9058(a)(2)(A) covers the federal housing programs, so there is
 * also a warning if a subsidized tenancy is said not to be covered.
 */
export const caresAct: Gate = {
  name: 'cares_act',
  check({ facts, pack }) {
    const { ground, attestations } = facts;
    const { caresCovered, subsidized } = attestations;
    if (ground === 'nonpayment' && caresCovered === undefined) {
      return fail('Say whether the CARES Act covers the property.');
    }
    const short = shortNotice({ facts, pack });
    if (short !== null && pack && ground === 'nonpayment') return fail(`${short}.`);
    const unsettled = ground === 'nonpayment' ? 'Courts differ on this' : 'The section does not name nonpayment alone';
    return warnForAny([
      short !== null && `${short}. ${unsettled}, and the attorney decides.`,
      subsidized === true &&
        caresCovered === false &&
        'The tenancy is subsidized, but caresCovered is false. Most federal housing programs are covered (15 U.S.C. § 9058(a)); the attorney decides.',
    ]);
  },
};

/**
 * Returns a warning if the prior notice for a covered property gave fewer days than the act requires. Otherwise null.
 */
function shortNotice({ facts, pack }: Pick<GateContext, 'facts' | 'pack'>): string | null {
  const { entryPoint, priorNotice, attestations } = facts;
  if (!attestations.caresCovered || entryPoint !== 'filing' || !priorNotice) return null;
  const federal = pack ?? usPack;
  const minimum = caresMinimumDays(federal, priorNotice.servedDate);
  if (minimum === null || priorNotice.periodDays >= minimum) return null;
  return `The property is covered, but the prior notice gave ${days(priorNotice.periodDays)}, fewer than ${days(minimum)} (${federal.cares.citation})`;
}

/** 50 U.S.C. §§ 3931 and 3951 protect tenants in military service and their dependents. */
export const servicemember: Gate = {
  name: 'servicemember',
  check({ facts }) {
    const answer = facts.attestations.servicemember;
    return answer ? byServicemember[answer] : fail('Say whether a tenant is in military service: no, yes or unknown.');
  },
};

const byServicemember: Record<ServicememberAnswer, Verdict> = {
  no: { status: 'pass', reason: beforeDefault('no') },
  yes: warn(`Court order and counsel protections apply (50 U.S.C. §§ 3931, 3951). ${beforeDefault('yes')}`),
  unknown: warn(
    `The attorney checks the military database (DMDC) before any default judgment. ${beforeDefault('unknown')}`,
  ),
};

/**
 * 24 C.F.R. § 5.2005(a) requires forms to accompany a notice, and each program has its own rules. Several require good
 * cause even at the end of the term (24 C.F.R. § 880.607(b)(1)), but the voucher program does not. If the customer
 * answers that there is no subsidy, the ledger is searched for payments that contradict this.
 */
export const subsidizedTenancy: Gate = {
  name: 'subsidized_tenancy',
  check({ facts }) {
    const { subsidized } = facts.attestations;
    if (subsidized === undefined) return fail('Say whether the tenancy is subsidized.');
    if (!subsidized) return withoutSubsidies(facts);
    return warnForAny([
      'VAWA forms HUD-5380/5382 and program notice rules may apply; the attorney decides what goes with the notice.',
      facts.ground === 'holdover' &&
        'Some programs require good cause even at the end of the term (24 C.F.R. § 880.607(b)); the attorney decides.',
    ]);
  },
};

/** Warns if the ledger has a payment by a housing authority or program. */
function withoutSubsidies({ ledger = [] }: CaseFacts): Verdict {
  const subsidies = firstOf('ledger[]', ledger, ({ type, memo = '' }) => type === 'payment' && namesSubsidy(memo));
  if (subsidies === '') return pass;
  return warn(
    `attestations.subsidized is false, but a housing authority or program seems to have paid: ${subsidies}. The attorney decides which rules apply.`,
  );
}

function namesSubsidy(memo: string): boolean {
  const withoutDots = memo
    .normalize('NFKC')
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (initials) => initials.replaceAll('.', ''));
  return subsidy.test(withoutDots);
}

/** Matches agencies and programs that pay for subsidized tenants, as ledgers abbreviate them. */
const subsidy = new RegExp(
  String.raw`(?<!\p{L}|(?<!\p{L})(?:no|not|non)[\s-]+)(?:${[
    String.raw`hap(?:s|cs?)?(?:payments?|p(?:y)?mts?)?|h a p|ha\s+(?:payments?|p(?:y)?mts?)|public\s+housing`,
    String.raw`hcvp?|hud(?!-1\b|\s+fees?\b)|vash|pha|pb(?:v|ra)|tbra|nycha|hacla`,
    String.raw`(?<!(?:unit|apt|apartment|bldg)[\s#.-]*)s-?8(?!\d|\.\d)`,
    String.raw`(?<!lease,?\s*)(?:sec(?:t(?:ion)?)?[\s.-]*|§\s*)8(?!\d|\.\d|\s+of\s+(?:the\s+)?lease)|sec(?:t(?:ion)?)?[\s.-]*(?:viii|eight)`,
    String.raw`(?:housing|hous|hsi?n?g)[\s._-]*(?:auth(?:ority|orities)?|assist(?:ance)?|asst|choice|comm(?:ission)?|vouchers?)`,
    String.raw`(?:housing|hsi?n?g)[\s._-]*(?:agency|administration|department|dept|opportunit(?:y|ies)|programs?|partnership)`,
    String.raw`(?:department|dept|office|division)\.?\s+of\s+housing`,
    String.raw`(?<!payment\s)vouchers?(?!\s*(?:#|no\b|num|\d))`,
    String.raw`subsid(?:y|ies|i[sz]ed)`,
  ].join('|')})(?!\p{L})`,
  'iu',
);

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
