/** The parts of the OpenAPI document that all operations share. */

export const info = {
  title: 'Eviction Case Service',
  version: '0.0.0',
  summary: 'Accepts, tracks and reports on eviction cases for a rental property in any US state or DC.',
  description:
    'It is not a law firm and gives no legal advice. Test mode is free, uses the fictional state `ZZ` and never touches a real tenant or court.',
} as const;

export const tags = [
  { name: 'Service', description: 'The service itself.' },
  { name: 'Accounts', description: 'Sign-up, sign-in and who is signed in.' },
  { name: 'Leads', description: 'Requests from people without an account.' },
  { name: 'API keys', description: 'Keys of an organization, each in one mode.' },
  { name: 'Connected apps', description: 'Apps that a member has given access by OAuth 2.1, each in one mode.' },
  { name: 'Jurisdictions', description: 'Requirements of a place.' },
  { name: 'Cases', description: 'Drafts, their facts, and their progress.' },
  { name: 'Inbox', description: 'Files that wait for a case.' },
  { name: 'Documents', description: 'Evidence and generated documents.' },
  { name: 'Case actions', description: 'Commands of customers.' },
  { name: 'Notes and charges', description: 'Messages about a live case, and its charges.' },
  { name: 'Attorneys', description: 'Endpoints of partner attorneys, for the live cases assigned to them.' },
  { name: 'Events', description: 'The events of all cases, to follow them by polling.' },
  { name: 'Calendar', description: 'Deadlines and hearings in a calendar program.' },
  { name: 'Audit', description: 'What happened in an organization: who, from where, when, with what result.' },
  { name: 'Webhooks', description: 'Where the events of cases are posted to.' },
] as const;
export type Tag = (typeof tags)[number]['name'];

export const parameters = {
  // It has no example, because the reference page would send that with every first call.
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Chosen by the caller, for example a UUID. The same request with the same key gets the stored response, with `Idempotent-Replayed: true`. With another request, credential or mode it is 409 `idempotency_conflict`. A 5xx is not stored: repeat the request with the same key.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  ServiceMode: {
    name: 'X-Service-Mode',
    in: 'header',
    // It has no `default`, because generated clients would send that, even over a header that the caller has set for
    // all requests.
    description:
      'The mode a session acts in, in upper or lower case; `test` if absent. An API key has its mode in its prefix.',
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
      "HMAC-SHA256 over the timestamp, a dot and the bytes of the body, with the endpoint's secret; hexadecimal digits.",
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  WebhookSignaturePrevious: {
    name: 'X-Service-Signature-Previous',
    in: 'header',
    description: 'The same, made with the previous secret, for 24 hours after a rotation.',
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
    description: 'Always an attachment, with the name of the file.',
    schema: { type: 'string' },
    example: 'attachment; filename="zz-notice-nonpayment.pdf"',
  },
} as const;

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, `eak_test_...` or `eak_live_...`, with the scope in `x-scope`.',
  },
  session: { type: 'http', scheme: 'bearer', description: 'A session token, `ess_...`, from sign-up or sign-in.' },
  attorney: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a partner attorney, `eut_...`; their session token, `ess_...`, works as well.',
  },
} as const;

/** The content types of stored documents. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
