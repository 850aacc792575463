import type { ClusterMember } from '@chuma/contract/payouts/clusters'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'

const MINUTE_MS = 60_000
const AN_HOUR = 60

/** When the members signed up, and how soon after one another. */
export function SignUps({ members }: { members: readonly ClusterMember[] }) {
  const t = useT()
  return (
    <ol className={classes.changes}>
      {members.map(({ userId, userName, signedUpAt }, index) => {
        const before = members[index - 1]
        const minutes = before
          ? Math.round((Date.parse(signedUpAt) - Date.parse(before.signedUpAt)) / MINUTE_MS)
          : null
        return (
          <li key={userId}>
            {formatDateTime(signedUpAt)} · {userName}
            {minutes !== null && minutes <= AN_HOUR && ` · ${t('clusters.minutesLater', { minutes })}`}
          </li>
        )
      })}
    </ol>
  )
}
