export { type CommandOutcome, isCommandWritten, type NewCommand, writeCommand } from './commands.ts';
