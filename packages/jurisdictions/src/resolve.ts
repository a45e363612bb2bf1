import {
  type Cure,
  type DayKind,
  type EntryPoint,
  entryPoints,
  type Ground,
  grounds,
  type RulePack,
  type NoticeMethod,
} from './pack.ts';
import { actionOf, newestPack, usState } from './registry.ts';
import { requiredFacts, requiredFactsByEntryPoint } from './required-facts.ts';

export interface JurisdictionQuery {
  mode: 'test' | 'live';
  /** Two letters, in either case. */
  state: string;
  county?: string | undefined;
  city?: string | undefined;
}

export interface ResolvedJurisdiction {
  mode: 'test' | 'live';
  /** In capitals. */
  state: string;
  county: string | null;
  city: string | null;
  served: boolean;
  handling: 'automated' | 'attorney_direct' | null;
  action: string | null;
  jurisdictionIds: string[];
  grounds: GroundRequirements[];
}

export interface GroundRequirements {
  ground: Ground;
  entryPoints: EntryPoint[];
  notice: NoticeTerms | null;
  requiredFacts: string[];
  requiredFactsByEntryPoint: Record<EntryPoint, string[]>;
}

/** The notice rules of a jurisdiction that the platform handles itself. */
export interface NoticeTerms {
  title: string;
  periodDays: number;
  dayKind: DayKind;
  cure: Cure;
  notBeforeLeaseEnd: boolean;
  methods: NoticeMethod[];
  citation: string;
  /** The minimum notice for a dwelling under the federal act; the later date governs. */
  caresMinimum: { periodDays: number; dayKind: 'calendar'; citation: string };
}

/** Whether a place is served, by whom, and what intake needs there. County and city are returned as given, unchecked. */
export function resolveJurisdiction({ mode, state, county, city }: JurisdictionQuery): ResolvedJurisdiction {
  const place = { mode, state: state.toUpperCase(), county: county ?? null, city: city ?? null };
  const pack = mode === 'test' ? newestPack(state) : undefined;
  if (pack) {
    return {
      ...place,
      served: true,
      handling: 'automated',
      action: actionOf(pack),
      jurisdictionIds: jurisdictionIds(pack.id, county, city),
      grounds: grounds.map((ground) => groundRequirements(ground, noticeTerms(pack, ground))),
    };
  }
  const row = mode === 'live' ? usState(state) : undefined;
  if (row) {
    return {
      ...place,
      served: true,
      handling: 'attorney_direct',
      action: null,
      jurisdictionIds: jurisdictionIds(row.id, county, city),
      grounds: grounds.map((ground) => groundRequirements(ground, null)),
    };
  }
  return { ...place, served: false, handling: null, action: null, jurisdictionIds: [], grounds: [] };
}

function groundRequirements(ground: Ground, notice: NoticeTerms | null): GroundRequirements {
  return {
    ground,
    entryPoints: [...entryPoints],
    notice,
    requiredFacts: requiredFacts(ground),
    requiredFactsByEntryPoint: requiredFactsByEntryPoint(ground),
  };
}

function noticeTerms({ notices, cares }: RulePack, ground: Ground): NoticeTerms {
  const { document, period, cure, notBeforeLeaseEnd, methods } = notices[ground];
  return {
    title: document.title,
    periodDays: period.days,
    dayKind: period.dayKind,
    cure,
    notBeforeLeaseEnd,
    methods: [...methods],
    citation: period.citation,
    caresMinimum: { periodDays: cares.minimumDays, dayKind: 'calendar', citation: cares.citation },
  };
}

function jurisdictionIds(stateId: string, county?: string, city?: string): string[] {
  const places = Object.entries({ county, city }).map(([kind, name]) => ({ kind, slug: slug(name ?? '') }));
  return [
    stateId,
    ...places.filter(({ slug: part }) => part !== '').map(({ kind, slug: part }) => `${stateId}/${kind}/${part}`),
  ];
}

/** Lower-case letters and digits, of any script, joined by single hyphens. */
function slug(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
