import type { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type * as z from 'zod'

export type QuestionnaireInput = z.input<typeof questionnaire>

/** A text in both languages of the study. */
export const say = (en: string, sw: string) => ({ en, sw })
export const option = (code: string, en: string, sw: string) => ({ code, words: say(en, sw) })
