import { type Client, createClient } from '@evict/client';
import { newKey, withHeaders } from '../e2e/support/api.ts';

/** A customer with a test key and its own address: limits are counted by both. */
export interface Customer {
  api: Client;
  key: string;
}

let addresses = 0;

export async function newCustomer(baseUrl: string): Promise<Customer> {
  addresses += 1;
  const address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const via = { baseUrl, maxRetries: 0, fetch: withHeaders({ 'x-forwarded-for': address }) };
  const key = await newKey(baseUrl, via);
  return { api: createClient({ ...via, credential: key }), key };
}

/** Signs up that many, a few at a time: each takes a password hash. */
export async function newCustomers(baseUrl: string, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  while (customers.length < count) {
    const some = Math.min(4, count - customers.length);
    customers.push(...(await Promise.all(Array.from({ length: some }, () => newCustomer(baseUrl)))));
  }
  return customers;
}
