import { component, flag, openObject, record } from '../fields.ts';

export const healthResponse = component('Health', record({ ok: flag() }), { ok: true });

export const openApiResponse = openObject();
