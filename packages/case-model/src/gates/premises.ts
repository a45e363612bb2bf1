import { zipOfAnotherState } from '@evict/jurisdictions';
import { type Gate, pass, warn } from './gate.ts';

/**
 * Warns if the ZIP code belongs to another state. A mistyped ZIP code can send the notice or the case to the wrong
 * place.
 */
export const zipInState: Gate = {
  name: 'zip_in_state',
  hideUnlessFailing: true,
  check({ facts: { property } }) {
    const found = zipOfAnotherState(property.zip, property.state);
    if (!found) return pass;
    return warn(
      `The ZIP code ${property.zip} belongs to ${found.places}, but property.state says ${found.state}. The attorney decides.`,
    );
  },
};

/** Warns if the address is a mailbox. The premises have to be where a tenant lives. */
export const premisesAddress: Gate = {
  name: 'premises_address',
  hideUnlessFailing: true,
  check({ facts: { property } }) {
    const { line1, unit = '' } = property;
    const isBareBox = bareBox.test(line1) && !ruralRoute.test(`${line1} ${unit}`);
    const path = isBareBox || isMailbox(line1) ? 'property.line1' : isMailbox(unit) && 'property.unit';
    if (!path) return pass;
    return warn(
      `${path} names a post office box or another mailbox, which is not a place to live. The attorney decides what the premises are.`,
    );
  },
};

function isMailbox(text: string): boolean {
  return [postOfficeBox, privateMailbox].some((pattern) => pattern.test(text.normalize('NFKC')));
}

/** Matches "9", "#9", "No. 9" and "A-9". */
const number = String.raw`[\s:#-]*(?:(?:no|nr|num|number)\b[\s.:#-]*)?(?:\p{L}[\s-]?)?\d`;

/** Matches up to three words, the last of which is a street type such as "Lane". */
const street = String.raw`(?:\s+\p{L}+\.?){0,2}\s+(?:${[
  'aly|alley|ave|avenue|bl|blvd|boulevard|cir|circle|ct|court|cv|cove|dr|drive|hwy|highway|hl|hill|hts|heights|ln|lane',
  'loop|pike|pl|place|plz|plaza|pkwy|parkway|pt|point|rd|road|row|sq|square|st|street|ter|terrace|tr|trl|trail|way',
].join('|')})\b`;

const postOffice = String.raw`(?:p[\s.,/_-]*[o0][\s.,/_-]*|post(?:al)?[\s-]*(?:(?:office|ofc)[\s.-]*)?)`;

/** Matches "PO Box 9", "Post Office Box A" and "P.O.B. 9", but not the streets "PO Box Lane" and "Post Office Rd". */
const postOfficeBox = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${postOffice}(?:box|bx|drawer|caller)(?!\p{L})(?!${street})|p[\s./-]*[o0][\s./-]*b[\s.]*(?=${number}))`,
  'iu',
);

/**
 * Matches private mailboxes such as "PMB 9", which are rented from a shop, and "General Delivery", which is picked up
 * at the post office.
 */
const privateMailbox = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:p\.?m\.?b\.?|usps\s+box|(?:private\s+)?mail\s?box|caller\s?box|lock\s?box|(?:apartado|apdo)\.?(?:\s+(?:postal|de\s+correos))?)${number}|(?<!\p{L})p\.?m\.?b\.?[\s#]+\p{L}(?!\p{L})|(?<=^\s*|[,;]\s*|c\/o\s+)general\s+delivery(?!\p{L})`,
  'iu',
);

/** "Box 9" alone is a post office box. "RR 2 Box 9" and "Box 9 Hwy 12" are houses on a rural route. */
const bareBox = new RegExp(String.raw`^\s*(?:box|bx|drawer)(?:${number}|\s+\p{L}\s*$)`, 'iu');
const ruralRoute =
  /(?<!\p{L})(?:r\.?\s?r|r\.?\s?(?:f\.?\s?)?d|c\.?\s?r|hwy|highway|rural\s+(?:route|rte|rt)|h\.?\s?c\.?\s?r?|highway\s+contract|route|rte|rt)\.?[\s#]*(?:\d|box)|(?<!\p{L})star\s+(?:route|rte|rt)(?!\p{L})/iu;
