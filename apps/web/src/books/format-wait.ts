import type { Translate } from '../i18n/i18n.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Format a wait in the unit people would use, rounded up: 61 seconds are 2 minutes. */
export function formatWait(t: Translate, seconds: number): string {
  if (seconds < MINUTE) return t('transparency.lessThanMinute')
  if (seconds <= 90 * MINUTE) return t('transparency.minutes', { count: Math.ceil(seconds / MINUTE) })
  if (seconds <= 2 * DAY) return t('transparency.hours', { count: Math.ceil(seconds / HOUR) })
  return t('transparency.days', { count: Math.ceil(seconds / DAY) })
}
