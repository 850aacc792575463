import type { Choice } from '@chuma/contract/surveys/questionnaire/questions'

/**
 * Put options into an order that looks random and is the same for the same seed. "None of these" and "Other" stay at the end,
 * where people look for them.
 */
export function orderOptions(options: readonly Choice[], seed: string): Choice[] {
  const keyed = options.map((option) => ({ option, key: hash(`${seed}:${option.code}`) }))
  const isLast = ({ option }: (typeof keyed)[number]) => option.kind !== undefined
  const movable = keyed.filter((each) => !isLast(each)).sort((left, right) => left.key - right.key)
  return [...movable, ...keyed.filter(isLast)].map(({ option }) => option)
}

/** FNV-1a with a final mix. Decides an order and protects nothing. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
