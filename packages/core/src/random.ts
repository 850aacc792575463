/** Draw numbers that look random and are the same for the same seed. Never for anything that has to be secret. */
export function createRandom(seed: number) {
  let state = seed
  // Mulberry32: 32 bits of state are plenty for a few thousand draws.
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
  const pickShare = <Name extends string>(shares: Readonly<Record<Name, number>>): Name => {
    const entries = Object.entries(shares) as [Name, number][]
    let left = next() * entries.reduce((sum, [, share]) => sum + share, 0)
    const found = entries.find(([, share]) => {
      left -= share
      return left < 0
    })
    return (found ?? (entries.at(-1) as [Name, number]))[0]
  }
  return { next, between, pick, pickShare, chance: (share: number) => next() < share }
}
export type Random = ReturnType<typeof createRandom>
