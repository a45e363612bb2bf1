import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** Colours a text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

/** Colours for terminals that support them (`hasColors` also checks NO_COLOR); none for files and pipes. */
export function terminalPaint(stream: NodeJS.WriteStream): Paint {
  if (!stream.isTTY || !stream.hasColors()) return plain;
  return (style, text) => styleText(style, text);
}

export const plain: Paint = (_style, text) => text;
