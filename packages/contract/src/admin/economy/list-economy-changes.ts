import type { Economy } from './economy.ts'

export type EconomyField = keyof Economy
export type EconomyChange = {
  [Field in EconomyField]: { field: Field; before: Economy[Field]; after: Economy[Field] }
}[EconomyField]

/** List the fields that differ, in the order of the record. */
export function listEconomyChanges(before: Economy, after: Economy): EconomyChange[] {
  const fields = Object.keys(before) as EconomyField[]
  return (
    fields
      // A field that no longer exists was moved elsewhere, not changed.
      .filter((field) => field in after && !isSame(before[field], after[field]))
      .map((field) => ({ field, before: before[field], after: after[field] }) as EconomyChange)
  )
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const keys = Object.keys({ ...one, ...other })
  return keys.every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)))
}
