/** What each license is recognized by, in the order in which they are tried. */
const marks: readonly (readonly [spdx: string, mark: RegExp])[] = [
  // Its text names those of GNU.
  ['MPL-2.0', /Mozilla Public License,? (v\. |version )?2\.0/i],
  ['AGPL-3.0', /GNU AFFERO GENERAL PUBLIC LICENSE/i],
  ['LGPL', /GNU LESSER GENERAL PUBLIC LICENSE/i],
  ['GPL', /GNU GENERAL PUBLIC LICENSE/i],
  ['Apache-2.0', /Apache License,?\s+Version 2\.0/i],
  ['Unlicense', /free and unencumbered software released into the public domain/i],
  ['CC0-1.0', /CC0 1\.0 Universal/i],
  ['Bitstream-Vera', /Permission is hereby granted, free of charge, to any person obtaining a copy\s+of the fonts/i],
  ['ISC', /Permission to use, copy, modify, and(\/or)? distribute this software/i],
  ['MIT', /Permission is hereby granted, free of charge, to any person\s+obtaining\s+a\s+copy/i],
  [
    'BSD-3-Clause',
    /Redistribution and use in source and binary forms[^]*(Neither the name|may not be used to endorse)/i,
  ],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/i],
];

/** The license of a license's text as an SPDX id; null for a text that is not known. */
export function licenseOfText(text: string): string | null {
  return marks.find(([, mark]) => mark.test(text))?.[0] ?? null;
}
