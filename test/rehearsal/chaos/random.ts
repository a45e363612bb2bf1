/** Random choices that are determined by a seed. */
export interface Random {
  /** Returns a whole number that is at least 0 and less than `count`. */
  below: (count: number) => number;
  pick: <T>(from: readonly T[]) => T;
  shuffle: <T>(all: readonly T[]) => T[];
  isIn: (part: number) => boolean;
  /** Returns an independent sequence for a name. */
  of: (name: string) => Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  /**
   * Returns a number that is at least 0 and less than 1, by a Weyl sequence with a mixing step of 32-bit
   * multiplications.
   */
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    shuffle<T>(all: readonly T[]) {
      const left = [...all];
      return Array.from({ length: left.length }, () => left.splice(below(left.length), 1)[0] as T);
    },
    isIn: (part) => next() < part,
    of: (name) =>
      createRandom(Array.from(name).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed)),
  };
}
