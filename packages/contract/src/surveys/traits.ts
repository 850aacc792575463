import type { ProfileOption, Words } from '../profile/attribute.ts'
import { option } from '../profile/attribute.ts'
import { type AttributeKey, PROFILE_ATTRIBUTES } from '../profile/profile-attributes.ts'

/** By what the answers to a survey can be counted: only attributes whose members read so before they consent. */
export const TRAIT_KEYS = ['age', 'sex', 'county', 'settlement', 'education'] as const
export type TraitKey = (typeof TRAIT_KEYS)[number]

/** Fewer people than this are no group that anyone may choose without seeing single answers. */
export const SMALLEST_GROUP = 10

/** The first year of age of each band. Nobody younger is counted by age. */
export const AGE_BANDS = [
  { from: 18, code: '18-24' },
  { from: 25, code: '25-34' },
  { from: 35, code: '35-44' },
  { from: 45, code: '45-54' },
  { from: 55, code: '55-64' },
  { from: 65, code: '65_plus' },
] as const

type Trait = { attribute: AttributeKey; name: Words; options: readonly ProfileOption[] }

const ofProfile = (attribute: AttributeKey): Trait => {
  const { name, options } = PROFILE_ATTRIBUTES[attribute]
  return { attribute, name, options }
}

/** A band of ages is kept, not the year of birth. */
const age: Trait = {
  attribute: 'birth_year',
  name: { en: 'Age', sw: 'Umri' },
  options: AGE_BANDS.map(({ code, from }, at) => {
    const next = AGE_BANDS[at + 1]
    return next
      ? option(code, `${from} to ${next.from - 1}`, `${from} hadi ${next.from - 1}`)
      : option(code, `${from} or older`, `${from} au zaidi`)
  }),
}

export const TRAITS: Readonly<Record<TraitKey, Trait>> = {
  age,
  sex: ofProfile('sex'),
  county: ofProfile('county'),
  settlement: ofProfile('settlement'),
  education: ofProfile('education'),
}

/** Which trait comes from an attribute; undefined for those that answers are not counted by. */
export const traitOf = (attribute: AttributeKey): TraitKey | undefined =>
  TRAIT_KEYS.find((key) => TRAITS[key].attribute === attribute)
