import { describe, expect, it } from 'vitest';
import { isUsState, mayNeedJustCause, newestPack, packByVersion, packVersions } from './registry.ts';
import { usPack } from './packs/index.ts';

const zz = packByVersion('zz', '2026.1');

describe('the rule packs', () => {
  it('cover only the jurisdiction ZZ, whose code may be in lower or upper case', () => {
    expect(newestPack('ZZ')).toBe(zz);
    expect(newestPack('zz')).toBe(zz);
    expect(newestPack('MD')).toBeUndefined();
    expect(newestPack('')).toBeUndefined();
  });

  it('are found by id and version, and an unknown version is an error', () => {
    expect(zz).toMatchObject({ id: 'zz', version: '2026.1' });
    expect(() => packByVersion('zz', '2025.1')).toThrow('zz 2025.1');
    expect(() => packByVersion('us', '2026.1')).toThrow('us 2026.1');
  });

  it('determine the documents of a case, and give it no notice if it begins with the filing', () => {
    expect(packVersions(zz, 'notice', 'lease_violation')).toEqual({
      jurisdiction: 'zz',
      rules: '2026.1',
      notice: 'zz.notice.lease_violation.v1',
      filing: 'zz.complaint.v1',
    });
    expect(packVersions(zz, 'filing', 'holdover')).toEqual({
      jurisdiction: 'zz',
      rules: '2026.1',
      notice: null,
      filing: 'zz.complaint.v1',
    });
  });

  it('never accept first-class mail as service', () => {
    for (const rule of Object.values(zz.notices)) expect(rule.methods).not.toContain('first_class_mail');
  });
});

describe('the states', () => {
  it('are the fifty states and the District of Columbia', () => {
    expect(usPack.states).toHaveLength(51);
    expect(isUsState('DC')).toBe(true);
    expect(isUsState('md')).toBe(true);
  });

  it.each(['ZZ', 'PR', 'GU', 'VI', 'AS', 'MP', 'XX', ''])('do not include %j', (code) => {
    expect(isUsState(code)).toBe(false);
  });

  it('include eight in which a holdover may require a legal reason', () => {
    const found = usPack.states.map(({ code }) => code).filter(mayNeedJustCause);
    expect(found).toEqual(['CA', 'CO', 'DC', 'NH', 'NJ', 'NY', 'OR', 'WA']);
    expect(mayNeedJustCause('ca')).toBe(true);
    expect(mayNeedJustCause('MD')).toBe(false);
  });
});
