import { reportKinds } from '@evict/case-model';
import { nameOf, reportOf } from './command-fields.ts';
import { operation } from './operation.ts';

/** Every command on a case that is made from its file. */
export const reportCommands = Object.fromEntries(reportKinds.map((kind) => [nameOf(kind), operation(reportOf(kind))]));
