import { useEffect, useState } from 'react'
import { formatDateTime, nameTimeZone, readersLocale } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../blocks.module.css'

/** `3 hours ago`; pointing at it shows the exact time. */
export function TimeAgo({ date }: { date: string }) {
  useT()
  return (
    <time dateTime={date} title={formatDateTime(date)}>
      {describeAge((Date.parse(date) - Date.now()) / 1000)}
    </time>
  )
}

const MINUTE_MS = 60_000

/** The current time, updated every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => window.clearInterval(timer)
  }, [])
  return now
}

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

/** Says whose clock the times of a list follow. */
export function TimeZoneNote() {
  const t = useT()
  return <p className={blocks.quiet}>{t('times.zone', { zone: nameTimeZone() })}</p>
}
