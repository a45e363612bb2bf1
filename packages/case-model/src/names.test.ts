import { describe, expect, it } from 'vitest';
import { isNoneOf, joinedNames, looksLikeEntity, nameKeys, namesSeveral } from './names.ts';

const isSame = (one: string, other: string) => !isNoneOf([one])(other);

describe('equal names', () => {
  it.each([
    // Accents, case and punctuation.
    ['José Muñoz', 'JOSE MUNOZ'],
    ['Jose\u0301 Gar\u00e7ia', 'José Garcia'],
    ['Weiße Häuser', 'WEISSE HAUSER'],
    ['Søren Ærø-Łukasz Đặng', 'Soren Aero Lukasz Dang'],
    ['Ａｃｍｅ Homes', 'Acme Homes'],
    ['O’Brien  Trust', "O'BRIEN TRUST"],
    ['OBrien Trust', 'O`Brien Trust'],
    ['O´Brien Trust', 'Oʼbrien Trust'],
    ['Ana García-López', 'Ana Garcia Lopez'],
    ['Ana García–López', 'Ana Garcialopez'],
    ['Pat Example, Jr.', 'Pat Example Jr'],
    ['J. P. Example', 'J.P. Example'],
    ['JP Example', 'J P Example'],
    ['Q. St. Clair', 'Q St Clair'],
    ['Smith & Sons LLC', 'Smith and Sons, LLC'],
    ['Smith Sons LLC', 'Smith & Sons LLC'],
    ['Oak#1 LLC', 'Oak 1, LLC'],
    ['1½ Main LLC', '1 1/2 Main LLC'],
    ['1½ Main LLC d/b/a Oak', '1½ Main LLC'],
    ['A+ Homes LLC', 'A Plus Homes LLC'],
    // A leading article.
    ['The Oak Realty LLC', 'Oak Realty LLC'],
    ['THE OAK', 'Oak'],
    // Entity forms.
    ['Oak Realty Incorporated', 'Oak Realty, Inc.'],
    ['Oak Realty Co.', 'Oak Realty Company'],
    ['Oak Realty Corp', 'OAK REALTY CORPORATION'],
    ['Oak Realty Ltd.', 'Oak Realty Limited'],
    ['Oak Realty L.L.C.', 'Oak Realty LLC'],
    ['Oak Realty L. L. C.', 'Oak Realty, LLC'],
    ['Oak Realty Limited Liability Company', 'Oak Realty LLC'],
    ['Oak Realty Ltd. Liability Co.', 'Oak Realty, L.L.C.'],
    ['Oak I L.L.C.', 'Oak I LLC'],
    ['Oak I L. L. C.', 'Oak I, LLC'],
    ['Oak L.P.', 'Oak Limited Partnership'],
    ['Oak LLP', 'Oak Limited Liability Partnership'],
    ['Oak Dental P.C.', 'Oak Dental Professional Corporation'],
    ['First Oak Bank, N.A.', 'First Oak Bank National Association'],
    // Surname first.
    ['EXAMPLE, PAT', 'Pat Example'],
    ['Example, Pat Q.', 'PAT Q EXAMPLE'],
    ['EXAMPLE, PAT JR', 'Pat Example, Jr.'],
    ['EXAMPLE JR., PAT', 'Pat Example Jr'],
    ['GARCÍA LÓPEZ, ANA', 'Ana Garcia Lopez'],
    ['De la Cruz, Maria Elena', 'Maria Elena de la Cruz'],
    ['O’Brien, Kim', 'Kim OBrien'],
    ['Garcia Lopez, Ana Maria', 'Ana Maria Garcia Lopez'],
    ['Van Tran, Thi Bao', 'Thi Bao Van Tran'],
    ['Oak Realty LLC, The', 'The Oak Realty LLC'],
    // Doing business as.
    ['Oak Realty LLC/dba Oak', 'Oak Realty LLC'],
    ['Oak Realty LLC - dba Oak', 'Oak Realty LLC'],
    ['Oak Realty LLC [d/b/a Oak]', 'Oak Realty LLC'],
    ['Oak Realty LLC "dba Oak"', 'Oak Realty LLC'],
    ['Oak Realty LLC “dba Oak”', 'Oak Realty LLC'],
    ['Oak Realty LLC d\\b\\a Oak', 'Oak Realty LLC'],
    ['Oak Realty LLC d/b/a Rock & Roll Lofts', 'Oak Realty LLC'],
    ['Oak Realty LLC d/b/a Smith & Sons', 'Oak Realty LLC'],
    ['Oak Realty LLC (d/b/a Oak & Elm)', 'Oak Realty LLC'],
    ['Oak Holdings LLC d/b/a Oak Apartments', 'Oak Holdings LLC'],
    ['Oak Holdings LLC, D/B/A Oak Apartments', 'Oak Holdings L.L.C.'],
    ['Oak Holdings LLC dba Oak Apartments', 'Oak Holdings LLC'],
    ['Oak Holdings LLC d.b.a. Oak Apartments', 'Oak Holdings LLC'],
    ['Oak Holdings LLC (doing business as Oak Apartments)', 'Oak Holdings LLC'],
    ['Oak Holdings LLC t/a Oak & Elm Apartments', 'Oak Holdings LLC'],
    ['Oak Holdings LLC D B A Oak', 'Oak Holdings LLC'],
    ['Pat Example, individually and d/b/a Oak Homes', 'Pat Example'],
    ['Oak Holdings LLC d/b/a Oak Homes', 'Oak Holdings LLC dba Elm Homes'],
    ['Pat Example d/b/a Oak Rentals', 'EXAMPLE, PAT'],
    ['***', ' *** '],
  ])('%j is the same as %j', (one, other) => {
    expect(isSame(one, other)).toBe(true);
    expect(isSame(other, one)).toBe(true);
  });
});

describe('different names', () => {
  it.each([
    ['Oak Realty LLC', 'Oak Realty Inc'],
    ['Oak Realty LLC', 'Oak Realty'],
    ['Oak Realty LLC', 'Oak Realty LP'],
    ['Oak Realty Co', 'Oak Realty Corp'],
    ['Oak Realty Co.', 'Oak Realty Co., Inc.'],
    ['Oak Holdings LLC', 'Oak Holdings II LLC'],
    ['Oak Holdings I LLC', 'Oak Holdings LLC'],
    ['Acme Homes 2', 'Acme Homes'],
    ['12-14 Main LLC', '1214 Main LLC'],
    ['1 12 Main LLC', '11 2 Main LLC'],
    ['Pat Example', 'Pat Example Jr.'],
    ['Pat Example', 'Pat Q. Example'],
    ['Ann Elee', 'Anne Lee'],
    ['Pat and Robin Example', 'Pat Robin Example'],
    ['Thomas, James', 'Thomas James'],
    ['Theodore Oak', 'Odore Oak'],
    ['Oak Theatre LLC', 'Oak Atre LLC'],
    ['Oak LLC d/b/a Maple LLC', 'Maple LLC'],
    ['Oak Holdings LLC d/b/a Oak Apartments', 'Oak Apartments'],
    ['Oak LLC d/b/a Oak Homes and Elm LLC', 'Oak LLC'],
    ['Oak LLC d/b/a Oak Homes and Max Manager', 'Oak LLC'],
    ['Oak LLC d/b/a Oak Homes d/b/a Elm Homes, Max Manager', 'Oak LLC'],
    ['Oak LLC d/b/a Oak Homes and Acme Property Management', 'Oak LLC'],
    ['Oak LLC d/b/a Oak Homes and Max Management', 'Oak LLC'],
    ['Oak LLC d/b/a Oak Homes and First Bank', 'Oak LLC'],
    ['Oak LLC d/b/a Oak Homes and Rockville Housing Authority', 'Oak LLC'],
    ['Oak LLC d/b/a Oak Homes and Max Court', 'Oak LLC'],
    ['Oak LLC d/b/a Oak & Max Manager d/b/a Elm Homes', 'Oak LLC'],
    ['Oak LLC dba Elm; Max Realty Group', 'Oak LLC'],
    ['Oak LLC dba Elm; Max Homes', 'Oak LLC'],
    ['Pat Example d/b/a Oak / Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak/Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak + Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak or Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak by Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak c/o Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak & Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak Homes & Robin', 'Pat Example'],
    ['Pat Example dba Oak\nRobin Doe', 'Pat Example'],
    ['Pat Example dba Oak plus Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak as well as Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak - Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak (Robin Doe)', 'Pat Example'],
    ['Pat Example (dba Oak) Robin Doe', 'Pat Example'],
    ['Pat Example dba Oak et al', 'Pat Example'],
    ['R&R Homes LLC', 'RR Homes LLC'],
    ['M&M LLC', 'MM LLC'],
    ['B & B LLC', 'BB LLC'],
    ['A+ Homes LLC', 'A Homes LLC'],
    ['1½ Main LLC', '11/2 Main LLC'],
    ['R/T/A LLC', 'R'],
    ['d/b/a Oak', 'Oak'],
    ['***', '???'],
  ])("%j isn't the same as %j", (one, other) => {
    expect(isSame(one, other)).toBe(false);
    expect(isSame(other, one)).toBe(false);
  });
});

describe('joined names', () => {
  it.each([
    ['Robin Owner & Sam Owner', ['robin owner', 'sam owner']],
    ['Ann Lee, Bob Lee and Carl Lee', ['ann lee', 'bob lee', 'carl lee']],
    ['Ann, Bob, and Carl Lee', ['ann lee', 'bob lee', 'carl lee']],
    ['Ann, Bob and Carl Lee', ['ann lee', 'bob lee', 'carl lee']],
    ['Acme Homes, LLC and Bob Lee, Jr.', ['acme homes llc', 'bob lee jr']],
    ['EXAMPLE, PAT', ['pat example']],
    ['EXAMPLE, PAT AND ROBIN', ['pat example', 'robin example']],
    ['EXAMPLE, PAT Q. & ROBIN R.', ['pat q example', 'robin r example']],
    ['EXAMPLE, PAT; DOE, ROBIN', ['pat example', 'robin doe']],
    ['Oak LLC d/b/a Oak Homes and Elm LLC', ['oak llc', 'elm llc']],
    ['Pat and Robin Example d/b/a Oak Homes', ['pat example', 'robin example']],
    ['Ann Lee/Bob Lee', ['ann lee', 'bob lee']],
    ['Ann Lee + Bob Lee', ['ann lee', 'bob lee']],
    ['Ann or Bob Lee', ['ann lee', 'bob lee']],
    ['Ann Lee and Oak LLC', ['ann lee', 'oak llc']],
    ['Bob & Ann Lee LLC', ['bob ann lee llc']],
    ['Smith, Brown LLC', ['smith brown llc']],
    ['Brown & Co.', ['brown and company']],
    ['and', ['and']],
    [', &', ['and']],
  ])('in %j are separated', (joined, keys) => {
    expect(joinedNames(joined).map((name) => nameKeys(name)[0])).toEqual(keys);
  });
});

describe('an entity', () => {
  it.each(['Acme Homes LLC', 'Acme, L.L.C.', 'Acme L. L. C.', 'Acme Inc.', 'The Miller Family Trust'])(
    'is recognized in %j',
    (name) => {
      expect(looksLikeEntity(name)).toBe(true);
    },
  );

  it.each(['Robin Owner', 'Vince Incaviglia', 'Truster Banks', 'Maria Co'])("isn't recognized in %j", (name) => {
    expect(looksLikeEntity(name)).toBe(false);
  });
});

describe('several people', () => {
  it.each([
    'John and Mary Smith',
    'JOHN SMITH AND MARY SMITH',
    'Pat & Robin Example',
    'Pat&Robin Example',
    'Pat ＆ Robin Example',
    'Pat + Robin Example',
    'Pat or Robin Example',
    'Pat and/or Robin Example',
    'Pat / Robin Example',
    'Pat Example; Robin Example',
    'Pat Example, Robin Example',
    'EXAMPLE, PAT AND ROBIN',
    'Pat Example, and Robin Example',
    'John Smith and wife',
    'Pat Example et al.',
    'Pat Example et ux',
    'Estate of Pat and Robin Example',
    'Pat and Robin Example d/b/a Oak Homes',
    'Pat and Robin Example and all other occupants',
    'Hong & Son Nguyen',
    'Hong Nguyen and Son Nguyen',
    'Pat & Co Nguyen',
    'Pat Example d/b/a Oak Homes and Robin Example',
    'Pat Example d/b/a Oak Rentals and Robin Example',
    'Pat Example\nRobin Doe',
    'Pat Example | Robin Example',
    'Pat Example/Robin Example',
    'Pat+Robin Example',
    'Pat Example, et. al.',
    'Pat Example (and Robin Example)',
    'Pat Example and occupant Robin Doe',
    'Van Tran, Robin Doe',
    'San Nguyen, Robin Doe',
    'De La Cruz Maria, Pat Example, Robin Example',
  ])('are recognized in %j', (name) => {
    expect(namesSeveral(name)).toBe(true);
  });

  it.each([
    'Pat Example',
    'Andy Brand',
    'Alexander Anderson',
    'Sandy Orland',
    'EXAMPLE, PAT',
    'GARCÍA LÓPEZ, ANA',
    'Pat Example, Jr.',
    'Pat Example, as Trustee',
    'Pat Example, a minor',
    'Pat Example a/k/a Pat Doe',
    'Pat Example c/o Robin Example',
    'Pat Example d/b/a Oak & Elm',
    'Pat Example and all other occupants',
    'Smith and Sons LLC',
    'Smith & Sons',
    'Smith & Sons Roofing',
    'Smith & Son',
    'De La Cruz, Maria Elena',
    'St. John, Mary Ann',
    'Pat, individually and as trustee',
    'Pat Example and Occupants',
    'Pat Example or Current Occupant',
    'PAT EXAMPLE AND TENANTS IN POSSESSION',
    'Brown & Co.',
    'Pat and Robin Example Family Trust',
    'And Example',
    '& Example',
  ])("aren't recognized in %j", (name) => {
    expect(namesSeveral(name)).toBe(false);
  });
});
