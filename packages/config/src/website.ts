import { requiredHttpUrl } from './settings.ts';

/** Settings of the website: where it reaches the gateways, which need PROXY_HOPS of at least 1. */
export const website = {
  publicGateway: requiredHttpUrl('PUBLIC_GATEWAY', 'http://public-gateway:8080'),
  customerGateway: requiredHttpUrl('CUSTOMER_GATEWAY', 'http://customer-gateway:8080'),
  attorneyGateway: requiredHttpUrl('ATTORNEY_GATEWAY', 'http://attorney-gateway:8080'),
};
