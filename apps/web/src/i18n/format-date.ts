import { i18n } from './i18n.ts'

/** `21 Nov 2026, 14:05`, in the reader's own time zone. */
export function formatDateTime(moment: string | Date): string {
  return new Intl.DateTimeFormat(readersLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  )
}

/** `21 November 2026`, in the reader's own time zone. */
export function formatDay(moment: string | Date): string {
  return new Intl.DateTimeFormat(readersLocale(), { dateStyle: 'long' }).format(new Date(moment))
}

/** `21 Nov 2026, 14:05`, as the clocks of a time zone say. */
export function formatDateTimeIn(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat(readersLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(moment))
}

/** `21 November 2026` for the business day `2026-11-21`, wherever it is read. */
export function formatBusinessDay(day: string): string {
  return new Intl.DateTimeFormat(readersLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

/** `21 Nov` for the business day `2026-11-21`. */
export function formatShortBusinessDay(day: string): string {
  return new Intl.DateTimeFormat(readersLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

/** `November 2026` for `2026-11`. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(readersLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))
}

/** As people in Kenya write it, in the language that they read here. */
export function readersLocale(): string {
  return `${i18n.locale}-KE`
}
