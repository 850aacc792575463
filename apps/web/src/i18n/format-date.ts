import { i18n } from './i18n.ts'

/** `21 Nov 2026, 14:05`, in the reader's own time zone. */
export function formatDateTime(date: Date): string {
  return new Intl.DateTimeFormat(readersLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}

/** `21 November 2026`, in the reader's own time zone. */
export function formatDay(date: Date): string {
  return new Intl.DateTimeFormat(readersLocale(), { dateStyle: 'long' }).format(date)
}

function readersLocale(): string {
  return i18n.locale === 'en' ? 'en-KE' : i18n.locale
}
