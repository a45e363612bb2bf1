import type { RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { BlockedError, type Guard } from './guard.ts';

/** Returns options that connect a request to addresses that were checked for it, without resolving the name again. */
export function checkedOptions(addresses: readonly string[]): RequestOptions {
  return {
    lookup: fixedLookup(addresses),
    autoSelectFamilyAttemptTimeout: 2000,
    rejectUnauthorized: true,
  } as RequestOptions;
}

function fixedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Destroys the socket, before anything is sent, if it is connected to an address that the guard doesn't allow. */
export function checkConnection(socket: Socket, guard: Guard): void {
  const check = () => {
    if (!guard.isAllowed(socket.remoteAddress ?? '')) socket.destroy(new BlockedError('connected elsewhere'));
  };
  if (socket.connecting) socket.once('connect', check);
  else check();
}
