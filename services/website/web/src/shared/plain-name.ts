/**
 * A name of others with what would turn the direction of the text made visible: with it, `gpj.exe` can be shown as
 * `exe.jpg`, and the words around a name can change their order.
 */
export function plainName(name: string): string {
  return name.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
