import { formatDateTime, readersLocale } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** `3 hours ago`; pointing at it shows the exact time. */
export function TimeAgo({ date }: { date: string }) {
  useT()
  return (
    <time dateTime={date} title={formatDateTime(date)}>
      {describeAge((Date.parse(date) - Date.now()) / 1000)}
    </time>
  )
}

function describeAge(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(readersLocale(), { numeric: 'auto' })
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  return step ? format.format(Math.trunc(seconds / step.seconds), step.unit) : format.format(0, 'minute')
}
