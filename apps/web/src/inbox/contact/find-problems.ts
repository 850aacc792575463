import { MIN_CONTACT_LENGTHS } from '@chuma/contract/form-rules'
import type { ContactInput } from '@chuma/contract/inbox/inbox'
import type { Translate } from '../../i18n/i18n.ts'

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

export type ContactForm = ContactInput
type Problems = Partial<Record<keyof ContactForm, string>>

/** Find the problems of each field, in the words of SPEC §5. The server checks email addresses more strictly. */
export function findProblems(form: ContactForm, t: Translate): Problems {
  const isShort = (name: keyof typeof MIN_CONTACT_LENGTHS) =>
    form[name].trim().length < MIN_CONTACT_LENGTHS[name]
  return {
    ...(isShort('name') && { name: t('contact.shortName') }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim()) && { email: t('contact.badEmail') }),
    ...(isShort('subject') && { subject: t('contact.shortSubject') }),
    ...(isShort('message') && { message: t('contact.shortMessage') }),
  }
}

/** SPEC §9: a faster answer waits this long, so that "Sending..." can be read. */
export const SENDING_MS = 1000
