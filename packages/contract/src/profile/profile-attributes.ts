import { ABOUT_YOU } from './about-you.ts'
import type { ProfileAttribute, ProfileGroup } from './attribute.ts'
import { HOUSEHOLD } from './household.ts'
import { THINGS } from './things.ts'
import { WORK } from './work.ts'

const ALL = { ...ABOUT_YOU, ...HOUSEHOLD, ...WORK, ...THINGS }

export type AttributeKey = keyof typeof ALL

/**
 * Everything that members may tell about themselves. Codes are stored: one that was published never gets another meaning, and
 * stays in the list while unexpired answers have it.
 */
export const PROFILE_ATTRIBUTES: Readonly<Record<AttributeKey, ProfileAttribute>> = ALL

export const ATTRIBUTE_KEYS = Object.keys(ALL) as [AttributeKey, ...AttributeKey[]]

export const attributesOf = (group: ProfileGroup): AttributeKey[] =>
  ATTRIBUTE_KEYS.filter((key) => PROFILE_ATTRIBUTES[key].group === group)
