import { licenceAsk } from '@evict/jurisdictions';
import { type Gate, notApplicable, pass, warn } from './gate.ts';
import { isNamed } from './named.ts';

/** Where attorneys of the state ask for a rental licence, a live case whose free text gives none gets a warning. */
export const rentalLicense: Gate = {
  name: 'rental_license',
  only: { track: 'attorney' },
  isListedOnlyIfObjecting: true,
  check({ facts: { property, freeText } }) {
    const ask = licenceAsk(property.state);
    if (!ask) return notApplicable;
    if (isNamed(licence, freeText)) return pass;
    return warn(
      `A rental licence may be required here (${ask.citation}), and freeText names none; the attorney decides.`,
    );
  },
};

/** A licence with its number: "Rental license 12-345", "rental licence no. RL-7". */
const licence = /(?<!\p{L})rental\s+licen[cs]e\s*(?:(?:no\.?|number|#|is|:)\s*){0,3}(?<named>[\p{L}-]{0,6}\d)/giu;
