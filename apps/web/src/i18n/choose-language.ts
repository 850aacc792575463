import { activateLanguage, i18n, LANGUAGES, type Language } from './i18n.ts'

/** The script in index.html reads it too, before anything is painted. */
const KEPT = 'language'

/** What was chosen on this device; null: what the browser prefers counts. */
export function findChosenLanguage(): Language | null {
  const kept = localStorage.getItem(KEPT)
  return LANGUAGES.find((language) => language === kept) ?? null
}

/** Rejects when its words could not be loaded; then everything stays in the language it is in. */
export async function chooseLanguage(language: Language): Promise<void> {
  const before = shownLanguage()
  try {
    await activateLanguage(language)
  } catch (error) {
    await activateLanguage(before)
    throw error
  }
  localStorage.setItem(KEPT, language)
}

export function shownLanguage(): Language {
  return LANGUAGES.find((language) => language === i18n.locale) ?? 'en'
}

/** Shows the page in the language that index.html found, and keeps `<html lang>` true from then on. */
export async function startLanguage(root: HTMLElement): Promise<void> {
  const wanted = LANGUAGES.find((language) => language === root.lang) ?? 'en'
  i18n.on('change', () => {
    root.lang = i18n.locale
  })
  // Better in English than not at all.
  if (wanted !== 'en') await activateLanguage(wanted).catch(() => activateLanguage('en'))
}
