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
    'A request over a rate limit gets 429 `rate_limited`, with the seconds to wait in `Retry-After`. Replays of an `Idempotency-Key` and requests that got 503 `busy` are not counted.',
    '',
    '| Per | Within | At most |',
    '| --- | --- | --- |',
    ...limitRows(),
    '',
    'Each gateway process applies the following limits separately, so the total limit grows with the number of gateways:',
    '',
    '| What | At once | Then, per second | Per |',
    '| --- | --- | --- | --- |',
    ...Object.values<Rate>(rates).map((rate) => rateRow(rate, 'organization and mode, or attorney')),
    rateRow(calendarRate, 'calendar link'),
    rateRow(appTokenRate, 'IP address, or IPv6 /64 network'),
    '',
    `IPv6 clients are counted per /${hostBits} network. A /${siteBits} network as a whole gets ${siteFactor} times the limit.`,
    '',
    'A request over a size limit gets 413 `payload_too_large`, unless the table says otherwise.',
    '',
    '| What | At most |',
    '| --- | --- |',
    ...sizeRows().map(([what, most]) => `| ${what} | ${most} |`),
    '',
    "Uploads (decoded) and the facts of cases (as JSON) count as storage. Generated documents, attorneys' documents, notes, events and erased data are not counted.",
  ];
}

/** Returns a row for each scope and window, listing everything that is counted that way. */
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
      `${bytes(test)} in test mode, ${bytes(live)} in live mode, unless the deployment sets another quota`,
    ],
    [
      "Total size of a case's documents",
      `${bytes(maxCaseBytes.test)} in test mode, ${bytes(maxCaseBytes.live)} in live mode`,
    ],
    [
      "Number of a case's documents",
      `${maxCaseDocuments.test} in test mode, ${number(maxCaseDocuments.live)} in live mode`,
    ],
    [
      'Files in the inbox',
      `${maxIntakeFiles}, and ${bytes(maxIntakeBytes.test)} in test mode or ${bytes(maxIntakeBytes.live)} in live mode; beyond that, 409 \`invalid_state\``,
    ],
    ['One document, decoded', bytes(maxDocumentBytes)],
    [
      'Request body',
      `${bytes(bodyLimits.caseImport)} for an import, ${bytes(bodyLimits.upload)} for an upload, ${bytes(bodyLimits.case)} for a case, ${bytes(bodyLimits.default)} elsewhere`,
    ],
    ['Rows in an import', `${number(maxImportRows)}, each up to ${bytes(maxImportRowBytes)}`],
    [
      'Contents of a request body',
      `${number(jsonLimits.values)} values and field names, ${number(jsonLimits.fieldsPerObject)} fields in one object, strings of ${bytes(jsonLimits.textBytes)}, ${jsonLimits.depth} levels of nesting; beyond that, 400 \`invalid_request\``,
    ],
    ['Concurrent case searches (`q`) per organization', '1; further searches wait'],
    ['Active API keys per organization and mode', `${maxActiveApiKeys}; one more gets 409 \`key_limit\``],
    ['Connected apps per organization and mode', `${maxConnections}; one more gets 409 \`key_limit\``],
    ['Active tokens per attorney', `${maxActiveAttorneyTokens}; one more gets 409 \`key_limit\``],
    [
      'Members and open invitations per organization',
      `${maxMembers}; one more gets 400 with the issue \`too_many_members\``,
    ],
    [
      'Webhook endpoints per organization and mode',
      `${maxWebhookEndpoints}; one more gets 400 with the issue \`too_many_endpoints\``,
    ],
    [
      'Webhook messages in flight',
      `${deliveriesAtOnce.endpoint} per endpoint, and ${deliveriesAtOnce.organization} per organization and mode, shared equally among its endpoints; further messages wait`,
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
