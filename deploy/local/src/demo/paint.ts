import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** Colours on a terminal that shows them; none where NO_COLOR is set (`hasColors` looks), and none in a file or pipe. */
export function terminalPaint(stream: NodeJS.WriteStream): Paint {
  if (!stream.isTTY || !stream.hasColors()) return plain;
  return (style, text) => styleText(style, text);
}

export const plain: Paint = (_style, text) => text;
