import { TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { Json } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'

/** What conditions and texts may read of the profile: `profile.county`. A question of this code comes first. */
const paths = new Map(TRAIT_KEYS.map((key) => [`profile.${key}`, TRAITS[key]]))

export const isOfProfile = (path: string): boolean => paths.has(path)

/** Whether a questionnaire may read the profile, so that it has to be loaded. */
export const readsProfile = (questionnaire: Questionnaire): boolean =>
  JSON.stringify(questionnaire).includes('profile.')

/** Put into words what the profile says. Undefined: nothing. */
export function sayProfile(path: string, profile: Json | undefined, language: string): string | undefined {
  const key = path.slice('profile.'.length)
  const code =
    typeof profile === 'object' && profile !== null && !Array.isArray(profile) ? profile[key] : null
  const words = paths.get(path)?.options.find((option) => option.code === code)?.words
  return words && (language === 'sw' ? words.sw : words.en)
}
