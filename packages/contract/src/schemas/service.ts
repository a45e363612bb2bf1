import { component, flag, openObject, record } from '../fields.ts';

export const healthAnswer = component('Health', record({ ok: flag() }), { ok: true });

export const openApiAnswer = openObject();
