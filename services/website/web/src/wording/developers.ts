export const developerWords = {
  help: {
    test: 'Keys, endpoints and events of test mode.',
    live: 'Keys, endpoints and events of live mode.',
  },
} as const;

export const keyWords = {
  help: 'Programs sign in with a key. It can do everything you can do in this mode, except manage the organization.',
} as const;

export const endpointWords = {} as const;

export const deliveryWords = {
  statuses: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  event: 'Event',
  attempt: {
    blocked: 'The address is not allowed',
    dns: 'The host name does not resolve',
    refused: 'The connection was refused',
    unreachable: 'The host is unreachable',
    reset: 'The connection was reset',
    tls: 'The certificate was not accepted',
    protocol: 'The response was not HTTP',
    timeout: 'No response in time',
    unreadable_secret: "The endpoint's secret cannot be read",
  },
} as const;

export const feedWords = {} as const;

export const firstCallWords = {} as const;
