import {
  bodyLimits,
  defaultStorageQuota,
  deliveryRate,
  ipv6Counting,
  type Limit,
  jsonLimits,
  limits,
  maxActiveApiKeys,
  maxCaseBytes,
  maxCaseDocuments,
  maxDocumentBytes,
  maxMembers,
  maxPageBytes,
  maxWebhookEndpoints,
  type Rate,
  rates,
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
    'Beyond a rate limit the response is 429 `rate_limited`; its `Retry-After` is the number of seconds to wait. A request replayed by its `Idempotency-Key` counts towards no limit, and neither does one that returns 503 `busy`.',
    '',
    '| What | At most | Of each |',
    '| --- | --- | --- |',
    ...Object.values<Limit>(limits).map(limitRow),
    ...Object.values<Rate>(rates).map((rate) =>
      rateRow(rate, 'organization and mode, or attorney; and gateway process'),
    ),
    rateRow(deliveryRate, 'organization and mode, and outbox worker', 'later ones wait, none is dropped'),
    '',
    `An IPv4 address counts by itself. IPv6 addresses count by their /${hostBits}, and by their /${siteBits} at ${siteFactor} times the limit.`,
    '',
    'Beyond a size limit the response is 413 `payload_too_large`, unless the table says otherwise.',
    '',
    '| What | At most |',
    '| --- | --- |',
    ...sizeRows().map(([what, most]) => `| ${what} | ${most} |`),
    '',
    'The storage of an organization in a mode consists of its uploads, decoded, and the facts of its cases as JSON text. Documents that are generated or that an attorney attaches, notes and events do not count. Erased data is released.',
  ];
}

function limitRow({ what, count, windowSeconds, scope, note }: Limit): string {
  const most = `${number(count)} in ${duration(windowSeconds)}`;
  return `| ${what} | ${most}${note === undefined ? '' : `; ${note}`} | ${scope} |`;
}

function rateRow({ what, perSecond, burst }: Rate, scope: string, note?: string): string {
  const most = `${number(burst)} at once, and then ${number(perSecond)} a second`;
  return `| ${what} | ${most}${note === undefined ? '' : `; ${note}`} | ${scope} |`;
}

function sizeRows(): [what: string, most: string][] {
  const { test, live } = defaultStorageQuota;
  return [
    [
      'What an organization stores',
      `${bytes(test)} in test mode, ${bytes(live)} in live mode, unless the deployment sets others`,
    ],
    [
      'All documents of one case',
      `${bytes(maxCaseBytes.test)} for a test case, ${bytes(maxCaseBytes.live)} for a live one`,
    ],
    [
      'Documents of one case',
      `${maxCaseDocuments.test} for a test case, ${number(maxCaseDocuments.live)} for a live one`,
    ],
    ['One document, decoded', bytes(maxDocumentBytes)],
    [
      'Body of a request',
      `${bytes(bodyLimits.upload)} for an upload, ${bytes(bodyLimits.case)} for a case, ${bytes(bodyLimits.default)} elsewhere`,
    ],
    [
      'What a body holds',
      `${number(jsonLimits.values)} values and field names, ${number(jsonLimits.fieldsPerObject)} fields in one object, texts of ${bytes(jsonLimits.textBytes)}, ${jsonLimits.depth} levels; more is 400 \`invalid_request\``,
    ],
    ['One page of cases', `${bytes(maxPageBytes)}: it can end before its \`limit\`, and the next page continues`],
    [
      'One search for cases (`q`)',
      `${searchBudgetMs} ms, one at a time for an organization: it can end before its \`limit\`, and the next page continues`,
    ],
    ['Active API keys of an organization in one mode', `${maxActiveApiKeys}; one more is 409 \`key_limit\``],
    [
      'Members of an organization, with open invitations',
      `${maxMembers}; one more is 400 \`invalid_request\` with the issue \`too_many_members\``,
    ],
    [
      'Webhook endpoints of an organization in one mode',
      `${maxWebhookEndpoints}; one more is 400 \`invalid_request\` with the issue \`too_many_endpoints\``,
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
