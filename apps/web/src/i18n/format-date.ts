import { PLATFORM_TIME_ZONE } from '@chuma/contract/platform'
import { formatMoment } from './format-moment.ts'
import { i18n } from './i18n.ts'

let platformZone: string = PLATFORM_TIME_ZONE

/** Show every later time in this zone, the one that business days follow. */
export function setTimeZone(zone: string): void {
  platformZone = zone
}

/** Format as `21 Nov 2026, 14:05`, in the platform's time zone unless a statement names its own. */
export function formatDateTime(moment: string | Date, timeZone = platformZone): string {
  return formatMoment(moment, readersLocale(), timeZone)
}

/** Format as `21 November 2026`, in the platform's time zone. */
export function formatDay(moment: string | Date): string {
  return new Intl.DateTimeFormat(readersLocale(), { dateStyle: 'long', timeZone: platformZone }).format(
    new Date(moment),
  )
}

/** Format as `21 Nov`, in the platform's time zone. */
export function formatShortDay(moment: string | Date): string {
  return new Intl.DateTimeFormat(readersLocale(), {
    day: 'numeric',
    month: 'short',
    timeZone: platformZone,
  }).format(new Date(moment))
}

/** Name a time zone in words, such as `East Africa Time`. */
export function nameTimeZone(timeZone = platformZone): string {
  const parts = new Intl.DateTimeFormat(readersLocale(), { timeZone, timeZoneName: 'long' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Format the business day `2026-11-21` as `21 November 2026`, in any time zone. */
export function formatBusinessDay(day: string): string {
  return new Intl.DateTimeFormat(readersLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

/** Format the business day `2026-11-21` as `21 Nov`. */
export function formatShortBusinessDay(day: string): string {
  return new Intl.DateTimeFormat(readersLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

/** Format `2026-11` as `November 2026`. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(readersLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))
}

/** Kenyan conventions, in the reader's language. */
export function readersLocale(): string {
  return `${i18n.locale}-KE`
}

/** Format seconds as `1:05`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
