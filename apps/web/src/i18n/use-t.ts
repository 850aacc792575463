import { type Translate, t } from './i18n.ts'
import { useLanguage } from './language-provider.tsx'

/** Words in the page's language. The component renders again when the language changes. */
export function useT(): Translate {
  useLanguage()
  return t
}
