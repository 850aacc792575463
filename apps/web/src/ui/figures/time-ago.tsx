import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { describeAge } from './describe-age.ts'

/** `3 hours ago`; pointing at it shows the exact time. */
export function TimeAgo({ date }: { date: string }) {
  useT()
  return (
    <time dateTime={date} title={formatDateTime(date)}>
      {describeAge((Date.parse(date) - Date.now()) / 1000)}
    </time>
  )
}
