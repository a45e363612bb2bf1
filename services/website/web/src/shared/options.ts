export interface Option {
  value: string;
  label: string;
}

/** The options of a select, by the names of its values; `none` is the name of no choice. */
export function optionsOf(names: Readonly<Record<string, string>>, none?: string): Option[] {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return none === undefined ? options : [{ value: '', label: none }, ...options];
}
