import type { Language } from '@chuma/contract/platform'
import { errors as errorsInEnglish } from './messages/en/errors.ts'
import { notices as noticesInEnglish } from './messages/en/notices.ts'
import { problems as problemsInEnglish } from './messages/en/problems.ts'
import { errors as errorsInSwahili } from './messages/sw/errors.ts'
import { notices as noticesInSwahili } from './messages/sw/notices.ts'
import { problems as problemsInSwahili } from './messages/sw/problems.ts'

type Catalogue = {
  error: Record<keyof typeof errorsInEnglish, string>
  problem: Record<keyof typeof problemsInEnglish, string>
  notice: Record<keyof typeof noticesInEnglish, string>
}

/** Every text of the server in ICU message format, by kind and code. */
export const catalogues: Record<Language, Catalogue> = {
  en: { error: errorsInEnglish, problem: problemsInEnglish, notice: noticesInEnglish },
  sw: { error: errorsInSwahili, problem: problemsInSwahili, notice: noticesInSwahili },
}
