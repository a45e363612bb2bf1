export { type CommandOutcome, findOutcome, type NewCommand, writeCommand } from './commands.ts';
