import type { OfferValues } from './offer-values.ts'

type Field = keyof OfferValues

export type Merged = {
  values: OfferValues
  /** Changed only by the other person: taken over. */
  taken: Field[]
  /** Changed by both: what was typed here stays, and the form says so. */
  disputed: Field[]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Merge the form with what someone else saved in the meantime, without losing either side's changes. */
export function mergeChanges(base: OfferValues, mine: OfferValues, theirs: OfferValues): Merged {
  const fields = Object.keys(base) as Field[]
  const changed = fields.filter(
    (field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]),
  )
  const taken = changed.filter((field) => isSame(base[field], mine[field]))
  const disputed = changed.filter((field) => !taken.includes(field))
  const values = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
  return { values, taken, disputed }
}
