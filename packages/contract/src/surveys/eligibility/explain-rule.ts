import type { Language } from '../../platform.ts'
import {
  type AttributeKey,
  option,
  PROFILE_ATTRIBUTES,
  type ProfileOption,
  type Words,
} from '../../profile/profile-attributes.ts'
import type { Rule, RuleTest } from './eligibility.ts'

type Range = { from?: number | undefined; to?: number | undefined }
type Phrases = {
  sentence: (condition: string) => string
  everyone: string
  and: string
  or: string
  not: (condition: string) => string
  anyOf: (name: string, options: string) => string
  noneOf: (name: string, options: string) => string
  range: (range: Range) => string
  age: (range: string) => string
  born: (range: string) => string
  completed: (range: string, category: string | undefined) => string
  newTo: (count: number) => string
  took: (count: number) => string
  joined: (range: string) => string
  premium: (isPremium: boolean) => string
  country: (names: string) => string
  accepted: (percent: number) => string
  flags: (most: number) => string
}

const PHRASES: Record<Language, Phrases> = {
  en: {
    sentence: (condition) => `Members can take it if ${condition}.`,
    everyone: 'Every member in the survey’s country can take it.',
    and: 'and',
    or: 'or',
    not: (condition) => `it is not so that ${condition}`,
    anyOf: (name, options) => `they answered “${name}” with ${options}`,
    noneOf: (name, options) => `they answered “${name}” without ${options}`,
    range: ({ from, to }) =>
      from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`,
    age: (range) => `they are ${range} years old`,
    born: (range) => `their year of birth is ${range}`,
    completed: (range, category) =>
      `they completed ${range} surveys${category === undefined ? '' : ` about ${category}`}`,
    newTo: (count) => `they took none of ${count} earlier surveys`,
    took: (count) =>
      count === 1 ? 'they completed an earlier survey' : `they completed one of ${count} earlier surveys`,
    joined: (range) => `they joined ${range} days ago`,
    premium: (isPremium) => (isPremium ? 'they have premium' : 'they do not have premium'),
    country: (names) => `they live in ${names}`,
    accepted: (percent) => `at least ${percent} % of their completed surveys were accepted`,
    flags: (most) => `they have at most ${most} quality flags`,
  },
  sw: {
    sentence: (condition) => `Mwanachama anaweza kuujibu ikiwa ${condition}.`,
    everyone: 'Kila mwanachama katika nchi ya utafiti anaweza kuujibu.',
    and: 'na',
    or: 'au',
    not: (condition) => `si kweli kwamba ${condition}`,
    anyOf: (name, options) => `alijibu “${name}” kwa ${options}`,
    noneOf: (name, options) => `alijibu “${name}” bila ${options}`,
    range: ({ from, to }) =>
      from === undefined
        ? `isiyozidi ${to}`
        : to === undefined
          ? `isiyopungua ${from}`
          : `${from} hadi ${to}`,
    age: (range) => `umri wake ni miaka ${range}`,
    born: (range) => `mwaka wake wa kuzaliwa ni ${range}`,
    completed: (range, category) =>
      `amekamilisha tafiti ${range}${category === undefined ? '' : ` kuhusu ${category}`}`,
    newTo: (count) => `hajajibu hata moja kati ya tafiti ${count} za awali`,
    took: (count) =>
      count === 1 ? 'amekamilisha utafiti wa awali' : `amekamilisha mojawapo ya tafiti ${count} za awali`,
    joined: (range) => `alijiunga siku ${range} zilizopita`,
    premium: (isPremium) => (isPremium ? 'ana premium' : 'hana premium'),
    country: (names) => `anaishi ${names}`,
    accepted: (percent) => `angalau asilimia ${percent} ya tafiti alizokamilisha zilikubaliwa`,
    flags: (most) => `alama zake za shaka hazizidi ${most}`,
  },
}

/** Say a rule as a sentence; null: everyone. */
export function explainRule(rule: Rule | null, language: Language): string {
  const phrases = PHRASES[language]
  return rule === null ? phrases.everyone : phrases.sentence(explain(rule, { phrases, language }, true))
}

type Voice = { phrases: Phrases; language: Language }

function explain(rule: Rule, voice: Voice, isOutermost = false): string {
  const { phrases } = voice
  const join = (rules: readonly Rule[], word: string) => {
    const said = rules.map((each) => explain(each, voice)).join(`, ${word} `)
    return isOutermost || rules.length === 1 ? said : `(${said})`
  }
  if ('and' in rule) return join(rule.and, phrases.and)
  if ('or' in rule) return join(rule.or, phrases.or)
  return 'not' in rule ? phrases.not(explain(rule.not, voice)) : explainTest(rule, voice)
}

function explainTest(test: RuleTest, { phrases, language }: Voice): string {
  const oneOf = (names: readonly string[]) => names.join(` ${phrases.or} `)
  switch (test.is) {
    case 'any-of':
    case 'none-of': {
      const { name, options } = PROFILE_ATTRIBUTES[test.attribute]
      const said = oneOf(
        test.codes.map((code) => options.find((option) => option.code === code)?.words[language] ?? code),
      )
      return (test.is === 'any-of' ? phrases.anyOf : phrases.noneOf)(name[language], said)
    }
    case 'age':
      return phrases.age(phrases.range(test))
    case 'born':
      return phrases.born(phrases.range(test))
    case 'completed':
      return phrases.completed(phrases.range(test), test.category)
    case 'new-to':
      return phrases.newTo(test.surveys.length)
    case 'took':
      return phrases.took(test.surveys.length)
    case 'joined-days':
      return phrases.joined(phrases.range(test))
    case 'premium':
      return phrases.premium(test.value)
    case 'country':
      return phrases.country(oneOf(test.countries))
    case 'accepted-percent':
      return phrases.accepted(test.from)
    case 'flags':
      return phrases.flags(test.to)
  }
}

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
