import type { Language } from '../languages.ts'

export type Words = Readonly<Record<Language, string>>

/** What a member may answer. `code` is stored; partners' names for it stand in each partner's mapping. */
export type ProfileOption = { code: string; words: Words }

export const PROFILE_GROUPS = ['about_you', 'household', 'work', 'things'] as const
export type ProfileGroup = (typeof PROFILE_GROUPS)[number]

/** Something that a member may tell about themselves. */
export type ProfileAttribute = {
  group: ProfileGroup
  /** A label, for lists and rules. */
  name: Words
  question: Words
  /** Why it is asked, as the member reads it before they consent. */
  purpose: Words
  /** A year is stored as its four digits. */
  kind: 'single' | 'several' | 'year'
  /** None for a year. */
  options: readonly ProfileOption[]
  /** How long an answer counts. Then the member is asked again. */
  months: number
  /** Sensitive personal data in the sense of section 2 of Kenya's Data Protection Act, 2019. */
  isSpecial: boolean
  /** The name that most partners' links use for it. A partner's mapping may say another. */
  partnerName: string
}

/** Stored in place of codes when a member would rather not answer. Counts as unknown everywhere else. */
export const PREFER_NOT = 'prefer_not'

export const option = (code: string, en: string, sw: string): ProfileOption => ({ code, words: { en, sw } })
