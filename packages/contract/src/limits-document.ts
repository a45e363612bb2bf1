import {
  bodyLimits,
  calendarRate,
  defaultStorageQuota,
  deliveryRate,
  ipv6Counting,
  type Limit,
  jsonLimits,
  limits,
  maxActiveApiKeys,
  maxActiveAttorneyTokens,
  maxCaseBytes,
  maxCaseDocuments,
  maxDocumentBytes,
  maxMembers,
  maxWebhookEndpoints,
  type Rate,
  rates,
  receiverRate,
  searchBudgetMs,
} from './limits.ts';

/** docs/limits.md, generated from the table that is enforced. */
export function limitsDocument(): string {
  return [
    '# Limits',
    '',
    'Generated from `packages/contract/src/limits.ts` by `npm test -- --project unit packages/contract -u`.',
    '',
    ...limitsText(),
    '',
  ].join('\n');
}

/** The same for the OpenAPI document: tables in Markdown. */
export function limitsText(): string[] {
  const { hostBits, siteBits, siteFactor } = ipv6Counting;
  return [
    'Over a rate limit, the response is 429 `rate_limited` with the seconds to wait in `Retry-After`. Replays by `Idempotency-Key` and 503 `busy` responses do not count.',
    '',
    '| What | At most | Per |',
    '| --- | --- | --- |',
    ...Object.values<Limit>(limits).map(limitRow),
    ...Object.values<Rate>(rates).map((rate) => rateRow(rate, 'organization and mode, or attorney')),
    rateRow(calendarRate, 'calendar link'),
    rateRow(deliveryRate, 'organization and mode', 'later ones wait'),
    rateRow(receiverRate, 'address that a name leads to, of all organizations', 'later ones wait'),
    '',
    `The last five are counted by each process. IPv6 addresses are counted per /${hostBits} network, and per /${siteBits} network at ${siteFactor} times the limit.`,
    '',
    'Over a size limit, the response is 413 `payload_too_large` unless the table says otherwise.',
    '',
    '| What | At most |',
    '| --- | --- |',
    ...sizeRows().map(([what, most]) => `| ${what} | ${most} |`),
    '',
    "An organization's storage in a mode is its decoded uploads plus the facts of its cases as JSON. Generated documents, documents attached by attorneys, notes and events do not count, and erased data no longer counts.",
  ];
}

function limitRow({ what, count, windowSeconds, scope, note }: Limit): string {
  const most = `${number(count)} in ${duration(windowSeconds)}`;
  return `| ${what} | ${most}${note === undefined ? '' : `; ${note}`} | ${scope} |`;
}

function rateRow({ what, perSecond, burst }: Rate, scope: string, note?: string): string {
  const most = `${number(burst)} at once, then ${number(perSecond)} a second`;
  return `| ${what} | ${most}${note === undefined ? '' : `; ${note}`} | ${scope} |`;
}

function sizeRows(): [what: string, most: string][] {
  const { test, live } = defaultStorageQuota;
  return [
    [
      'Storage of an organization',
      `${bytes(test)} in test mode, ${bytes(live)} in live mode, unless the deployment is configured otherwise`,
    ],
    [
      'Size of all documents of a case',
      `${bytes(maxCaseBytes.test)} for a test case, ${bytes(maxCaseBytes.live)} for a live case`,
    ],
    [
      'Number of documents of a case',
      `${maxCaseDocuments.test} for a test case, ${number(maxCaseDocuments.live)} for a live case`,
    ],
    ['One document, decoded', bytes(maxDocumentBytes)],
    [
      'Request body',
      `${bytes(bodyLimits.upload)} for an upload, ${bytes(bodyLimits.case)} for a case, ${bytes(bodyLimits.default)} elsewhere`,
    ],
    [
      'Contents of a request body',
      `${number(jsonLimits.values)} values and field names, ${number(jsonLimits.fieldsPerObject)} fields in one object, texts of ${bytes(jsonLimits.textBytes)}, ${jsonLimits.depth} levels; more is 400 \`invalid_request\``,
    ],
    [
      'A search for cases (`q`)',
      `${searchBudgetMs} ms, one at a time per organization; then a page with a case ends before its \`limit\`, and the next one continues`,
    ],
    ['Active API keys of an organization in a mode', `${maxActiveApiKeys}; one more is 409 \`key_limit\``],
    ['Active tokens of an attorney', `${maxActiveAttorneyTokens}; one more is 409 \`key_limit\``],
    [
      'Members and open invitations of an organization',
      `${maxMembers}; one more is 400 with the issue \`too_many_members\``,
    ],
    [
      'Webhook endpoints of an organization in a mode',
      `${maxWebhookEndpoints}; one more is 400 with the issue \`too_many_endpoints\``,
    ],
  ];
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** Short: `1 day`, `1 hour`, `10 minutes`. */
function duration(seconds: number): string {
  if (seconds === 86_400) return '1 day';
  if (seconds === 3600) return '1 hour';
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
}

/** In the largest unit that gives a whole number. */
function bytes(value: number): string {
  if (value % 1024 ** 3 === 0) return `${value / 1024 ** 3} GB`;
  return value % 1024 ** 2 === 0 ? `${value / 1024 ** 2} MB` : `${value / 1024} KB`;
}
