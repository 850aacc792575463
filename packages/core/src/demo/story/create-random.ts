export type Random = ReturnType<typeof createRandom>

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Draw numbers that look random and are the same for the same seed. Never for anything that has to be secret. */
export function createRandom(seed: number) {
  let state = seed
  // Mulberry32: 32 bits of state are plenty for a few thousand rows.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => between(0, 255)))
  return {
    next,
    between,
    pick,
    bytes,
    chance: (share: number) => next() < share,
    uuid: () => {
      const hex = bytes(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    code: (length: number) => Array.from({ length }, () => pick([...CODE_LETTERS])).join(''),
  }
}
