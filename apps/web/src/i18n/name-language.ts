/** A language in its own words: "Kiswahili". A code that no browser knows stays as it is. */
export const nameLanguage = (code: string): string =>
  new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code
