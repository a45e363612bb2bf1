import {
  appTokenRate,
  bodyLimits,
  calendarRate,
  defaultStorageQuota,
  deliveriesAtOnce,
  ipv6Counting,
  type Limit,
  jsonLimits,
  limits,
  maxActiveApiKeys,
  maxConnections,
  maxActiveAttorneyTokens,
  maxCaseBytes,
  maxCaseDocuments,
  maxIntakeBytes,
  maxImportRowBytes,
  maxImportRows,
  maxIntakeFiles,
  maxDocumentBytes,
  maxMembers,
  maxWebhookEndpoints,
  type Rate,
  rates,
} from './limits.ts';

/** Returns the limits as Markdown tables, for docs/errors.md and the OpenAPI document. */
export function limitsText(): string[] {
  const { hostBits, siteBits, siteFactor } = ipv6Counting;
  return [
    'Over a rate limit, the response is 429 `rate_limited` with the seconds to wait in `Retry-After`. Replays by `Idempotency-Key` and 503 `busy` responses do not count.',
    '',
    '| Per | Within | At most |',
    '| --- | --- | --- |',
    ...limitRows(),
    '',
    'These are counted by each process:',
    '',
    '| What | At once | Then, a second | Per |',
    '| --- | --- | --- | --- |',
    ...Object.values<Rate>(rates).map((rate) => rateRow(rate, 'organization and mode, or attorney')),
    rateRow(calendarRate, 'calendar link'),
    rateRow(appTokenRate, 'IP address, or /64 network of IPv6'),
    '',
    `IPv6 addresses are counted per /${hostBits} network, and per /${siteBits} network at ${siteFactor} times the limit.`,
    '',
    'Over a size limit, the response is 413 `payload_too_large`, or what the table says.',
    '',
    '| What | At most |',
    '| --- | --- |',
    ...sizeRows().map(([what, most]) => `| ${what} | ${most} |`),
    '',
    "Storage is decoded uploads plus the facts of cases as JSON. Generated documents, attorneys' documents, notes, events and erased data do not count.",
  ];
}

/** One row for each scope and window, with everything that is counted that way. */
function limitRows(): string[] {
  const rows = new Map<string, string[]>();
  for (const { what, count, windowSeconds, scope, note } of Object.values<Limit>(limits)) {
    const head = `| ${scope === 'address' ? 'IP address' : scope} | ${duration(windowSeconds)} |`;
    const most = `${number(count)} ${what}${note === undefined ? '' : ` (${note})`}`;
    rows.set(head, [...(rows.get(head) ?? []), most]);
  }
  return [...rows]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([head, all]) => `${head} ${all.join('; ')} |`);
}

function rateRow({ what, perSecond, burst }: Rate, scope: string): string {
  return `| ${what} | ${number(burst)} | ${number(perSecond)} | ${scope} |`;
}

function sizeRows(): [what: string, most: string][] {
  const { test, live } = defaultStorageQuota;
  return [
    [
      'Storage per organization',
      `${bytes(test)} in test mode, ${bytes(live)} in live mode, unless the deployment sets another`,
    ],
    [
      'Documents of a case, together',
      `${bytes(maxCaseBytes.test)} in test mode, ${bytes(maxCaseBytes.live)} in live mode`,
    ],
    [
      'Documents of a case, by number',
      `${maxCaseDocuments.test} in test mode, ${number(maxCaseDocuments.live)} in live mode`,
    ],
    [
      'Files in the inbox',
      `${maxIntakeFiles}, with ${bytes(maxIntakeBytes.test)} in test mode and ${bytes(maxIntakeBytes.live)} in live mode; more is 409 \`invalid_state\``,
    ],
    ['One document, decoded', bytes(maxDocumentBytes)],
    [
      'Request body',
      `${bytes(bodyLimits.caseImport)} for an import, ${bytes(bodyLimits.upload)} for an upload, ${bytes(bodyLimits.case)} for a case, ${bytes(bodyLimits.default)} elsewhere`,
    ],
    ['Rows of an import', `${number(maxImportRows)}, each of up to ${bytes(maxImportRowBytes)}`],
    [
      'Contents of a request body',
      `${number(jsonLimits.values)} values and field names, ${number(jsonLimits.fieldsPerObject)} fields in one object, texts of ${bytes(jsonLimits.textBytes)}, ${jsonLimits.depth} levels; more is 400 \`invalid_request\``,
    ],
    ['Searches for cases (`q`) at once per organization', '1; others wait'],
    ['Active API keys per organization and mode', `${maxActiveApiKeys}; one more is 409 \`key_limit\``],
    ['Connected apps per organization and mode', `${maxConnections}; one more is 409 \`key_limit\``],
    ['Active tokens per attorney', `${maxActiveAttorneyTokens}; one more is 409 \`key_limit\``],
    [
      'Members and open invitations per organization',
      `${maxMembers}; one more is 400 with the issue \`too_many_members\``,
    ],
    [
      'Webhook endpoints per organization and mode',
      `${maxWebhookEndpoints}; one more is 400 with the issue \`too_many_endpoints\``,
    ],
    [
      'Webhook messages in flight',
      `${deliveriesAtOnce.endpoint} to an endpoint, ${deliveriesAtOnce.organization} of an organization in a mode, shared equally by its endpoints there; others wait`,
    ],
  ];
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** Formats seconds as `1 day`, `1 hour` or `10 minutes`. */
function duration(seconds: number): string {
  if (seconds === 86_400) return '1 day';
  if (seconds === 3600) return '1 hour';
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
}

/** Formats bytes in the largest unit that gives a whole number. */
function bytes(value: number): string {
  if (value % 1024 ** 3 === 0) return `${value / 1024 ** 3} GB`;
  return value % 1024 ** 2 === 0 ? `${value / 1024 ** 2} MB` : `${value / 1024} KB`;
}
