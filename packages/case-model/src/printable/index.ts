export { unprintableCharacters } from './characters.ts';
export { createPrintMeasure, livingScripts, printLimits } from './size.ts';
