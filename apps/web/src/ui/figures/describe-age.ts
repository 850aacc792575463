import { readersLocale } from '../../i18n/format-date.ts'

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** Format a distance from now: `3 hours ago`, or `in 3 hours` for a positive one. */
export function describeAge(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(readersLocale(), { numeric: 'auto' })
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  return step ? format.format(Math.trunc(seconds / step.seconds), step.unit) : format.format(0, 'minute')
}
