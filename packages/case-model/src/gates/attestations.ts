import { caresMinimumDays, usPack } from '@evict/jurisdictions';
import type { ServicememberAnswer } from '../facts.ts';
import { fail, type Gate, pass, type Verdict, warn } from './gate.ts';

export const attestationAuthority: Gate = {
  name: 'attestation_authority',
  check({ facts }) {
    return facts.attestations.authority === true ? pass : fail('Confirm that you have authority to bring this case.');
  },
};

export const attestationNotRetaliatory: Gate = {
  name: 'attestation_not_retaliatory',
  check({ facts }) {
    if (facts.attestations.notRetaliatory === true) return pass;
    return fail('Confirm that this case does not retaliate for something the tenant had a right to do.');
  },
};

export const attestationNotDiscriminatory: Gate = {
  name: 'attestation_not_discriminatory',
  check({ facts }) {
    if (facts.attestations.notDiscriminatory === true) return pass;
    return fail('Confirm that this case does not discriminate against the tenant.');
  },
};

/**
 * 15 U.S.C. § 9058(c): thirty days of notice for a covered dwelling. Courts differ on the effect of a shorter one, so
 * only the sandbox refuses it. The section is not limited to nonpayment, so the other grounds get a warning. A notice
 * that we make ourselves observes the minimum.
 */
export const caresAct: Gate = {
  name: 'cares_act',
  check({ facts, pack }) {
    const { ground, entryPoint, priorNotice, attestations } = facts;
    if (ground === 'nonpayment' && attestations.caresCovered === undefined) {
      return fail('Answer whether the CARES Act covers the property.');
    }
    if (!attestations.caresCovered || entryPoint !== 'filing' || !priorNotice) return pass;
    const federal = pack ?? usPack;
    const minimum = caresMinimumDays(federal, priorNotice.servedDate);
    if (minimum === null || priorNotice.periodDays >= minimum) return pass;
    const { citation } = federal.cares;
    const reason = `The prior notice gave ${days(priorNotice.periodDays)}; a covered property needs ${days(minimum)} (${citation})`;
    if (ground !== 'nonpayment') return warn(`${reason}, and the section does not name nonpayment alone.`);
    return pack ? fail(`${reason}.`) : warn(`${reason}; courts differ on it.`);
  },
};

/** 50 U.S.C. §§ 3931 and 3951 protect tenants in military service and their dependants. */
export const servicemember: Gate = {
  name: 'servicemember',
  check({ facts }) {
    const answer = facts.attestations.servicemember;
    return answer
      ? byServicemember[answer]
      : fail('Answer whether a tenant is in military service: no, yes or unknown.');
  },
};

const byServicemember: Record<ServicememberAnswer, Verdict> = {
  no: pass,
  yes: warn('Court order and counsel protections apply (50 U.S.C. §§ 3931, 3951)'),
  unknown: warn('Attorney must check DMDC before any default (50 U.S.C. § 3931)'),
};

export const subsidizedTenancy: Gate = {
  name: 'subsidized_tenancy',
  check({ facts }) {
    const { subsidized } = facts.attestations;
    if (subsidized === undefined) return fail('Answer whether the tenancy is subsidized.');
    if (!subsidized) return pass;
    return warn('VAWA forms HUD-5380/5382 must accompany the notice; program notice rules apply');
  },
};

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
