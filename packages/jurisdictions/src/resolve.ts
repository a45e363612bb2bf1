import { entryPoints, type Ground, grounds, type RulePack } from './pack.ts';
import { actionOf, newestPack, usState } from './registry.ts';
import { requiredFacts, requiredFactsByEntryPoint } from './required-facts.ts';

interface JurisdictionQuery {
  mode: 'test' | 'live';
  /** The state code, in upper or lower case. */
  state: string;
  county?: string | undefined;
  city?: string | undefined;
}

/**
 * Returns whether a place is served, by whom, and which facts a case there needs. County and city are returned
 * unchanged and aren't checked.
 */
export function resolveJurisdiction({ mode, state, county, city }: JurisdictionQuery) {
  const pack = mode === 'test' ? newestPack(state) : undefined;
  const id = mode === 'test' ? pack?.id : usState(state)?.id;
  const served = id !== undefined;
  const handling = pack ? ('automated' as const) : ('attorney_direct' as const);
  return {
    mode,
    state: state.toUpperCase(),
    county: county ?? null,
    city: city ?? null,
    served,
    handling: served ? handling : null,
    action: pack ? actionOf(pack) : null,
    jurisdictionIds: served ? [id, ...placesIn(id, { county, city })] : [],
    grounds: served ? grounds.map((ground) => requirements(ground, pack)) : [],
  };
}

function requirements(ground: Ground, pack: RulePack | undefined) {
  return {
    ground,
    entryPoints: [...entryPoints],
    notice: pack ? noticeTerms(pack, ground) : null,
    requiredFacts: requiredFacts(ground),
    requiredFactsByEntryPoint: requiredFactsByEntryPoint(ground),
  };
}

/** Returns the notice rules of a jurisdiction that the platform handles without an attorney. */
function noticeTerms({ notices, cares }: RulePack, ground: Ground) {
  const { document, period, cure, notBeforeLeaseEnd, methods } = notices[ground];
  return {
    title: document.title,
    periodDays: period.days,
    dayKind: period.dayKind,
    cure,
    notBeforeLeaseEnd,
    methods: [...methods],
    citation: period.citation,
    // The minimum for a dwelling that the federal act covers. The later of the two dates governs.
    caresMinimum: { periodDays: cares.minimumDays, dayKind: 'calendar' as const, citation: cares.citation },
  };
}

/** Returns the ids of the county and the city, if they are given. */
function placesIn(id: string, places: Readonly<Record<string, string | undefined>>): string[] {
  const slugs = Object.entries(places).map(([kind, name = '']) => [kind, slug(name)]);
  return slugs.flatMap(([kind, name]) => (name === '' ? [] : [`${id}/${kind}/${name}`]));
}

/** Converts a name to lower-case letters and digits, of any script, joined by single hyphens. */
function slug(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
