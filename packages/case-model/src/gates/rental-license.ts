import { licenseAsk } from '@evict/jurisdictions';
import { type Gate, notApplicable, pass, warn } from './gate.ts';
import { isNamed } from './named.ts';

/**
 * Warns if a live case is in a state where attorneys ask for a rental license and its free text doesn't give the
 * license number.
 */
export const rentalLicense: Gate = {
  name: 'rental_license',
  only: { mode: 'live' },
  hideUnlessFailing: true,
  check({ facts: { property, freeText } }) {
    const ask = licenseAsk(property.state);
    if (!ask) return notApplicable;
    if (isNamed(license, freeText)) return pass;
    return warn(
      `A rental license may be required here (${ask.citation}), but freeText names none. The attorney decides.`,
    );
  },
};

/**
 * Matches a license with its number, in American or British spelling: "Rental license 12-345", "rental licence no.
 * RL-7".
 */
const license = /(?<!\p{L})rental\s+licen[cs]e\s*(?:(?:no\.?|number|#|is|:)\s*){0,3}(?<named>[\p{L}-]{0,6}\d)/giu;
