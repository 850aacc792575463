import type { ContactForm } from './find-problems.ts'

const DRAFT = 'contact-draft'

/** Keep what a visitor types, in this tab: switching the language or signing in opens the page again. */
export function keepDraft(form: ContactForm): void {
  sessionStorage.setItem(DRAFT, JSON.stringify(form))
}

/** What a visitor typed before the page opened again, without the fields they left empty. */
export function findDraft(): Partial<ContactForm> {
  if (import.meta.env.SSR) return {}
  return onlyFilled(JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}'))
}

/** The message was sent. */
export function dropDraft(): void {
  sessionStorage.removeItem(DRAFT)
}

export function onlyFilled(form: Partial<ContactForm>): Partial<ContactForm> {
  return Object.fromEntries(Object.entries(form).filter(([, text]) => text))
}
