import { createContext, createElement, type ReactNode, use, useSyncExternalStore } from 'react'
import { i18n, type Language, shownLanguage, type Translate, t } from './i18n.ts'

const LanguageContext = createContext<Language>('en')

const onChange = (listener: () => void) => i18n.on('change', listener)

/**
 * Renders everything again when the language changes. Lingui's own provider does so for every group of messages that
 * arrives too, and whatever shows a group waits for it anyway.
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onChange, shownLanguage, shownLanguage)
  return createElement(LanguageContext, { value: language }, children)
}

/** The language of the page. */
export function useLanguage(): Language {
  return use(LanguageContext)
}

/** Words in the page's language. The component renders again when the language changes. */
export function useT(): Translate {
  useLanguage()
  return t
}
