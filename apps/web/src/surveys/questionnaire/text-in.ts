/** A text in a language, or else in English. */
export const textIn = (words: Readonly<Record<string, string>> | undefined, language: string): string =>
  words?.[language] || words?.en || ''
