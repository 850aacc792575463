import { i18n } from './i18n.ts'

/** `21 Nov 2026, 14:05`, in the reader's own time zone. */
export function formatDateTime(date: Date): string {
  const locale = i18n.locale === 'en' ? 'en-KE' : i18n.locale
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}
