import { useLingui } from '@lingui/react'
import { shownLanguage } from '../i18n/choose-language.ts'
import type { Language } from '../i18n/i18n.ts'

/** The language of the page, for words that come from the list of attributes. */
export function useLanguage(): Language {
  useLingui()
  return shownLanguage()
}
