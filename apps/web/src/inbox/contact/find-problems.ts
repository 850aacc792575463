import type { ContactInput } from '@chuma/contract/inbox/contact'
import type { Translate } from '../../i18n/i18n.ts'

export type ContactForm = ContactInput
type Problems = Partial<Record<keyof ContactForm, string>>

/** Find the problems of each field, in the words of SPEC §5. The server checks email addresses more strictly. */
export function findProblems(form: ContactForm, t: Translate): Problems {
  const isShort = (name: keyof ContactForm, min: number) => form[name].trim().length < min
  return {
    ...(isShort('name', 2) && { name: t('contact.shortName') }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim()) && { email: t('contact.badEmail') }),
    ...(isShort('subject', 5) && { subject: t('contact.shortSubject') }),
    ...(isShort('message', 10) && { message: t('contact.shortMessage') }),
  }
}
