/**
 * A second implementation of ZZ's rules, for tests. It was written from the wording of the rules, not from the code or
 * its data, and works differently. It prints a calendar of every day, crosses out the days on which courts are closed,
 * and counts along it with a finger.
 */

/** A day of the calendar. Monday is 1, Sunday is 7. */
interface Leaf {
  text: string;
  weekday: number;
  closed: boolean;
}

const leaves = printLeaves(1899, 2203);
const pageOf = new Map(leaves.map(({ text }, index) => [text, index]));
crossOutDaysOff(1899, 2203);

export interface SecondService {
  ground: 'nonpayment' | 'lease_violation' | 'holdover';
  method: string;
  servedDate: string;
  caresCovered: boolean;
  leaseEndDate: string | null;
}

/**
 * Returns the last day by the law of ZZ, the last day by the CARES Act (null if it doesn't apply), and the later of the
 * two.
 */
export function secondNotice({ ground, method, servedDate, caresCovered, leaseEndDate }: SecondService) {
  const made = pageOf.get(secondTakesEffect(servedDate, method)) ?? fellOff();
  let own = made;
  switch (ground) {
    case 'nonpayment':
      own = openDaysAfter(made, 5);
      break;
    case 'lease_violation':
      own = firstOpen(made + 10);
      break;
    case 'holdover':
      own = firstOpen(made + 30);
      if (leaseEndDate !== null) own = Math.max(own, firstOpen(page(leaseEndDate)));
      break;
  }
  const signed = page('2020-03-27');
  const federal = caresCovered && page(servedDate) >= signed ? firstOpen(made + 30) : null;
  return {
    notice_expires: textAt(own),
    cares_notice_expires: federal === null ? null : textAt(federal),
    expires: textAt(Math.max(own, federal ?? own)),
  };
}

/** Returns the last day of a notice served before the case, which stated this many calendar days. */
export function secondPriorNotice(service: SecondService, statedDays: number): string {
  const stated = firstOpen(page(secondTakesEffect(service.servedDate, service.method)) + statedDays);
  return textAt(Math.max(stated, page(secondNotice(service).expires)));
}

/** The day on which service counts as made. By certified mail, that is the third day after mailing. */
export function secondTakesEffect(servedDate: string, method: string): string {
  return textAt(page(servedDate) + (method === 'certified_mail' ? 3 : 0));
}

/** The answer is due five business days after the summons. */
export function secondAnswer(servedDate: string, method: string): string {
  return textAt(openDaysAfter(page(secondTakesEffect(servedDate, method)), 5));
}

/** The hearing is two weeks later, on a day when the court is open. */
export function secondHearing(setOn: string): string {
  return textAt(firstOpen(page(setOn) + 14));
}

/** The appeal period is five business days after judgment. */
export function secondAppeal(judgment: string): string {
  return textAt(openDaysAfter(page(judgment), 5));
}

/** The writ expires sixty days after it was issued. */
export function secondWrit(issued: string): string {
  return textAt(firstOpen(page(issued) + 60));
}

export function secondIsClosed(date: string): boolean {
  return leaves[page(date)]?.closed ?? fellOff();
}

/** Returns the date itself if courts are open then, otherwise the next day that they are. */
export function secondRoll(date: string): string {
  return textAt(firstOpen(page(date)));
}

export function secondNextOpen(date: string): string {
  return textAt(openDaysAfter(page(date), 1));
}

export function secondOpenDaysAfter(date: string, days: number): string {
  return textAt(openDaysAfter(page(date), days));
}

export function secondTomorrow(date: string): string {
  return textAt(page(date) + 1);
}

export function secondWeekday(date: string): string {
  const names = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  return names[leaves[page(date)]?.weekday ?? 0] ?? fellOff();
}

function openDaysAfter(from: number, days: number): number {
  let finger = from;
  for (let counted = 0; counted < days;) {
    finger += 1;
    if (leaves[finger]?.closed === false) counted += 1;
  }
  return finger;
}

function firstOpen(from: number): number {
  return leaves[from]?.closed ? firstOpen(from + 1) : from;
}

function page(date: string): number {
  return pageOf.get(date) ?? fellOff();
}

function textAt(index: number): string {
  return leaves[index]?.text ?? fellOff();
}

function fellOff(): never {
  throw new Error('the calendar does not have this day');
}

/** Prints every day in order, starting on Sunday, January 1, 1899. */
function printLeaves(firstYear: number, lastYear: number): Leaf[] {
  const printed: Leaf[] = [];
  let weekday = 7;
  for (let year = firstYear; year <= lastYear; year += 1) {
    const isLeap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
    for (const [month, length] of [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].entries()) {
      for (let day = 1; day <= length; day += 1) {
        printed.push({ text: written(year, month + 1, day), weekday, closed: weekday > 5 });
        weekday = weekday === 7 ? 1 : weekday + 1;
      }
    }
  }
  return printed;
}

function crossOutDaysOff(firstYear: number, lastYear: number): void {
  const crossOut = (index: number) => {
    const leaf = leaves[index];
    if (leaf) leaf.closed = true;
  };
  for (let year = firstYear; year <= lastYear; year += 1) {
    // New Year, Juneteenth, Independence Day, Veterans Day and Christmas are observed on Friday if they fall on
    // Saturday, and on Monday if they fall on Sunday.
    for (const [month, day] of [
      [1, 1],
      [6, 19],
      [7, 4],
      [11, 11],
      [12, 25],
    ] as const) {
      const index = page(written(year, month, day));
      const weekday = leaves[index]?.weekday;
      crossOut(weekday === 6 ? index - 1 : weekday === 7 ? index + 1 : index);
    }
    // The third Monday of January and of February, the first of September, the second of October, and Thanksgiving on
    // the fourth Thursday of November.
    for (const [month, weekday, nth] of [
      [1, 1, 3],
      [2, 1, 3],
      [9, 1, 1],
      [10, 1, 2],
      [11, 4, 4],
    ] as const) {
      let index = page(written(year, month, 1));
      for (let met = leaves[index]?.weekday === weekday ? 1 : 0; met < nth;) {
        index += 1;
        if (leaves[index]?.weekday === weekday) met += 1;
      }
      crossOut(index);
    }
    // Memorial Day: from the end of May back to a Monday.
    let may = page(written(year, 5, 31));
    while (leaves[may]?.weekday !== 1) may -= 1;
    crossOut(may);
  }
}

function written(year: number, month: number, day: number): string {
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}
