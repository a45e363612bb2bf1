import { ApiError, invalidRequest } from '@evict/contract';

/** 400: the body cannot be read. */
export function unreadable(message: string): ApiError {
  return invalidRequest([{ path: '', code: 'unreadable', message }]);
}

/** 413: the body is longer than its route allows. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

/** 400: the connection ended before the body did. */
export function connectionLost(): ApiError {
  return unreadable('The body broke off.');
}
