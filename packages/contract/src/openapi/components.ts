/** The parts of the OpenAPI document that all operations share. */

export const info = {
  title: 'Eviction Case Service',
  version: '0.0.0',
  summary: 'Accepts, tracks and reports eviction cases for rental property in any US state or DC.',
  description:
    'The service is not a law firm and gives no legal advice. Test mode is free, uses the fictional state `ZZ` and never touches a real tenant or court.',
} as const;

export const tags = [
  { name: 'Service', description: 'The service itself.' },
  { name: 'Accounts', description: 'Sign-up, sign-in, and the signed-in user.' },
  { name: 'Leads', description: 'Requests from people without an account.' },
  { name: 'API keys', description: "An organization's keys, each for one mode." },
  {
    name: 'Connected apps',
    description: 'Apps to which a member has given access through OAuth 2.1, each in one mode.',
  },
  { name: 'Jurisdictions', description: 'What the service requires for a case at a given place.' },
  { name: 'Cases', description: 'Drafts, their facts, and their progress.' },
  { name: 'Inbox', description: 'Files that are stored for a later case.' },
  { name: 'Documents', description: 'Evidence and generated documents.' },
  { name: 'Case actions', description: 'What a customer does with a case, such as submitting it.' },
  { name: 'Notes and charges', description: 'Messages about a live case, and its charges.' },
  { name: 'Attorneys', description: 'Endpoints of partner attorneys, for the live cases assigned to them.' },
  { name: 'Events', description: 'The events of all cases, as a feed for polling.' },
  { name: 'Calendar', description: 'Deadlines and hearings in a calendar program.' },
  { name: 'Audit', description: 'What was done in an organization: by whom, from where, when, and with what result.' },
  { name: 'Webhooks', description: 'Endpoints to which the events of cases are posted.' },
] as const;
export type Tag = (typeof tags)[number]['name'];

export const parameters = {
  // This parameter has no example, because the API reference page would send that example with every reader's first
  // call.
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Chosen by the caller, for example a UUID. Repeating a request with the same key returns the stored response, with `Idempotent-Replayed: true`. Using the key with another request, credential or mode returns 409 `idempotency_conflict`. A 5xx is not stored: repeat the request with the same key.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  ServiceMode: {
    name: 'X-Service-Mode',
    in: 'header',
    // This parameter has no `default`, because generated clients would send it, even over a header that the caller has
    // set for all requests.
    description:
      "The mode in which a session acts, in upper or lower case; `test` if absent. An API key's prefix determines its mode.",
    schema: { $ref: '#/components/schemas/Mode' },
  },
  WebhookTimestamp: {
    name: 'X-Service-Timestamp',
    in: 'header',
    required: true,
    description: 'The time of this attempt, in whole seconds since the Unix epoch.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  WebhookSignature: {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description:
      "The HMAC-SHA256 of the timestamp, a dot and the body's bytes, keyed with the endpoint's secret, in lower-case hex.",
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  WebhookSignaturePrevious: {
    name: 'X-Service-Signature-Previous',
    in: 'header',
    description: 'The signature made with the previous secret. Sent for 24 hours after a rotation.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Identifies the request in the logs; generated if absent.',
    schema: { type: 'string' },
  },
} as const;

export const headers = {
  RequestId: { description: 'Identifies the request in the logs.', schema: { type: 'string' } },
  RetryAfter: {
    description: 'Seconds to wait before sending the request again.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  IdempotentReplayed: {
    description: 'Present if this is the stored response to the same request.',
    schema: { type: 'string', const: 'true' },
  },
  ContentDisposition: {
    description: "Always `attachment`, with the file's name.",
    schema: { type: 'string' },
    example: 'attachment; filename="zz-notice-nonpayment.pdf"',
  },
} as const;

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: "An API key, `eak_test_...` or `eak_live_...`, that has the scope in the operation's `x-scope`.",
  },
  session: { type: 'http', scheme: 'bearer', description: 'A session token, `ess_...`, from sign-up or sign-in.' },
  attorney: {
    type: 'http',
    scheme: 'bearer',
    description: "A partner attorney's token, `eut_...`, or session token, `ess_...`.",
  },
} as const;

/** The content types of stored documents. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
