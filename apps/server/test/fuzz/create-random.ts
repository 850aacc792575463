export type Random = ReturnType<typeof createRandom>

/** Repeatable random numbers: the same seed gives the same numbers in the same order. */
export function createRandom(seed: string) {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    /** Both ends included. */
    int,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
  }
}
