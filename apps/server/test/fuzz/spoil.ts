import type { Random } from './create-random.ts'
import { EXTRA_KEYS, HOSTILE } from './hostile-values.ts'
import { writeJson } from './write-json.ts'

type Place = { holder: Record<string, unknown> | unknown[]; key: string | number }

/** Do one or two bad things to an input: a wrong value, an extra field, a missing one. */
export function spoil(input: unknown, random: Random): unknown {
  if (random.chance(0.06)) return random.pick(HOSTILE)
  const copy = { input: structuredClone(input) }
  const count = random.chance(0.8) ? 1 : 2
  for (let i = 0; i < count; i++) spoilOnce(copy, random)
  return copy.input
}

function spoilOnce(root: { input: unknown }, random: Random): void {
  const places = listPlaces(root)
  const { holder, key } = random.pick(places)
  if (random.chance(0.2)) {
    const inner = isHolder(root.input) && !Array.isArray(root.input) ? root.input : undefined
    if (inner) {
      define(inner, random.pick(EXTRA_KEYS), random.pick(HOSTILE))
      return
    }
  }
  if (random.chance(0.12) && !Array.isArray(holder) && holder !== root) {
    delete holder[key]
    return
  }
  const held = (holder as Record<string, unknown>)[key]
  const value = random.chance(0.1) ? [held] : random.chance(0.1) ? writeJson(held) : random.pick(HOSTILE)
  if (Array.isArray(holder)) holder[Number(key)] = value
  else define(holder, String(key), value)
}

/** Define an own field of any name: assigning to `__proto__` would not create one. */
function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

const isHolder = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null

function listPlaces(holder: Place['holder'] | { input: unknown }, depth = 0): Place[] {
  const here = Object.keys(holder).map((key) => ({ holder: holder as Place['holder'], key }))
  if (depth > 5) return here
  const inner = Object.values(holder).filter(isHolder)
  return [...here.slice(0, 40), ...inner.slice(0, 20).flatMap((value) => listPlaces(value, depth + 1))]
}
