export { deleteDue, deletionRules, dueRows, type RuleOfTable } from './delete-due.ts';
export { type DueCase, dueCases, isDue, listDueCases } from './due-cases.ts';
export { measureRetention, measureTables } from './measure.ts';
export { deleteSandboxShell } from './sandbox-shell.ts';
