import { activateLanguage, i18n, LANGUAGES, type Language } from './i18n.ts'

/** The script in index.html reads it too, before the first paint. */
const KEPT = 'language'

/** The language chosen on this device; null means the browser's preference. */
export function findChosenLanguage(): Language | null {
  const kept = localStorage.getItem(KEPT)
  return LANGUAGES.find((language) => language === kept) ?? null
}

/** Switch the language. Rejects if its messages cannot be loaded; the page then stays as it is. */
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

/** Show the page in the language that index.html found, and keep `<html lang>` current from then on. */
export async function startLanguage(root: HTMLElement): Promise<void> {
  const wanted = LANGUAGES.find((language) => language === root.lang) ?? 'en'
  i18n.on('change', () => {
    root.lang = i18n.locale
  })
  // If its messages cannot be loaded, English is better than nothing.
  if (wanted !== 'en') await activateLanguage(wanted).catch(() => activateLanguage('en'))
}
