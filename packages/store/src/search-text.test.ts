import { describe, expect, test } from 'vitest';
import { factsForSearch, foldForSearch, linesForSearch } from './search-text.ts';

const finds = (asked: string, stored: string) => linesForSearch(stored).includes(foldForSearch(asked));

describe('matching text', () => {
  test.each([
    ['Ana García-López', 'Garcia Lopez'],
    ['Ana Garcia Lopez', 'García–López'],
    ['Q. St. Clair', 'St Clair'],
    ['Q St Clair', 'q. st. clair'],
    ['208 ½ W. Goodall St.', '208 1/2 W Goodall'],
    ['208½ W Goodall', '208 1/2 w. g'],
    ['208 1/2 W Goodall', '208½'],
    ['208-1/2 W Goodall', '208 ½ W. Goodall'],
    ['12¼ and 9¾ Elm', '12 1/4 and 9 3/4'],
    ['12 1⁄2 Elm', '12½ elm'],
    ['Kim O’Brien', "O'Brien"],
    ["Kim O'Brien", 'OBrien'],
    ['Kim OBrien', 'O´brien'],
    ["Kim O'Neil", 'kim o neil'],
    ['Kim D’Angelo', 'D Angelo'],
    ['Ann-Marie Doe', 'Annmarie Doe'],
    ['Al-Amin', 'Alamin'],
    ['Ana García-López', 'GarciaLopez'],
    ['José  Núñez-O’Brien', 'nez-o’b'],
    ['José Núñez', 'Jose\u0301 Nun\u0303ez'],
    ['Straße des Friedens', 'STRASSE DES'],
    ['Łukasz Æsir', 'lukasz aesir'],
    ['ΓΙΩΡΓΟΣ Παπαδόπουλος', 'γιωργοσ παπαδοπουλος'],
    ['Дмитрий Ёлкин', 'ЕЛКИН'],
    ['ＯＡＫ Homes', 'oak'],
    ['Oak Homes, L.L.C.', 'Oak Homes LLC'],
    ['Oak Homes LLC', 'Oak Homes L.L.C.'],
    ['Oak Homes L. L. C.', 'oak homes llc'],
    ['J.P. Example', 'J P Example'],
    ['J. P. Example', 'J.P. Exam'],
    ['JP Example', 'J. P. Example'],
    ['J P Example', 'JP Example'],
    ['Smith & Sons', 'smith and sons'],
    ['Smith and Sons', 'Smith & S'],
    ['Apt. #4-B', 'apt 4b'],
    ['Apt 4B', 'Apt. 4-B'],
    ['Apt 4 B', '#4B'],
    ['Apt B-4', 'b4'],
    ['123 N. Main St., Apt. 2-B', '123 N Main St Apt 2B'],
    ['123 N Main St, J.P. House', '123 N. Main St JP House'],
    ['5-Star Lane', '5 star'],
    ['UNIT-4B/2026', 'unit 4b 2026'],
    ['ZZ-2026-LT-000123', 'zz-2026-lt'],
    ['Oak (Main) House', 'oak main house'],
    ['“Oak” House', 'oak house'],
    ['100%_Oak', '0%_o'],
  ])('%j is found by a search for %j', (stored, asked) => {
    expect(finds(asked, stored)).toBe(true);
  });
});

describe('other text', () => {
  test.each([
    ['Ana García', 'anagarcia'],
    ['124 Birch Street', '4b'],
    ['Jose Nunez', 'jose%nunez'],
    ['Jose Nunez', 'jos_'],
    ['208 W Goodall', '208½'],
    ['12 Oak', '1 2'],
    ['W. Goodall', 'wg'],
  ])("%j isn't found by a search for %j", (stored, asked) => {
    expect(finds(asked, stored)).toBe(false);
  });
});

test.each([' ,\u0301\n', "'", '-', '. #', '…'])('a search for %j has no words to look for', (asked) => {
  expect(foldForSearch(asked)).toBe('');
});

test.each([
  ['4 E', '12 oak st 4E'],
  ['4E', '12 oak st 4 E'],
  ['4-E', '4e barre'],
  ['4B', '#4 B'],
  ['Apt E 4', 'apt e4'],
])('a case in the unit %j is found by %j', (unit, asked) => {
  const property = {
    line1: '12 Oak St.',
    unit,
    city: 'Barre',
    state: 'VT',
    zip: '05641',
    ownerOfRecord: 'Robin Owner',
  };
  expect(factsForSearch({ property, parties: [] })).toContain(foldForSearch(asked));
});

test('a case is found by its address with and without the unit, by its county, and by each name in either order', () => {
  const property = { line1: '12½ Oak St.', city: 'Barre', state: 'VT', zip: '05641', ownerOfRecord: 'Robin Owner' };
  const parties = [{ role: 'defendant', name: 'Ana\nGarcía' } as const, { role: 'defendant', name: '***' } as const];
  const address = '12 1 2 oak st barre vt 05641';
  const names = 'ana garcia ana garcia';
  expect(factsForSearch({ property, parties })).toBe(`${address}\n${names}`);
  const whole = { ...property, unit: '4', county: 'Washington' };
  const withUnit = '12 1 2 oak st 4 barre vt 05641';
  expect(factsForSearch({ property: whole, parties })).toBe(`${address}\n${withUnit}\nwashington\n${names}`);
});
