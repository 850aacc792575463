import type { OfferValues } from './offer-values.ts'

type Field = keyof OfferValues

export type Merged = {
  values: OfferValues
  /** Changed by the other alone: taken over. */
  taken: Field[]
  /** Changed by both: what is typed here stays, and both are told. */
  disputed: Field[]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What a form holds after somebody else has saved meanwhile: nothing that either of the two has written is lost. */
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
