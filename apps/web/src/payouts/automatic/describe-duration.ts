import type { Translate } from '../../i18n/i18n.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Rounded up, in the unit people would use: never faster than it was. */
export function describeDuration(t: Translate, seconds: number | null): string {
  if (seconds === null) return t('automatic.unknown')
  if (seconds < 2 * MINUTE) return t('automatic.seconds', { seconds: Math.ceil(seconds) })
  if (seconds < 2 * HOUR) return t('automatic.minutes', { minutes: Math.ceil(seconds / MINUTE) })
  return t('automatic.hours', { hours: Math.ceil(seconds / HOUR) })
}
