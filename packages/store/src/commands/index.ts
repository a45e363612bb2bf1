export { type CommandOutcome, findOutcome, isCommandWritten, type NewCommand, writeCommand } from './commands.ts';
