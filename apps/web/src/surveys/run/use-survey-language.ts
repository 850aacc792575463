import { useState } from 'react'

const PLACE = 'survey-language'

/** The language that this member chose for questions, here or in an earlier survey. Undefined: that of the pages. */
export function useSurveyLanguage() {
  const [language, setLanguage] = useState(read)
  return {
    language,
    chooseLanguage: (next: string) => {
      setLanguage(next)
      write(next)
    },
    /** This survey does not have it. Others may. */
    leaveLanguage: () => setLanguage(undefined),
  }
}

function read(): string | undefined {
  try {
    const kept = localStorage.getItem(PLACE)
    return kept !== null && /^[a-z]{2,3}$/.test(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function write(language: string): void {
  try {
    localStorage.setItem(PLACE, language)
  } catch {
    // If storage is blocked, the choice lasts until the page is left.
  }
}
