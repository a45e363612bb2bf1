export {
  type CommandOutcome,
  isCommandWritten,
  type NewCommand,
  type SignatureUse,
  writeCommand,
  writeSignedCommand,
} from './commands.ts';
