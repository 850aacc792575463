import type { Hold } from '@chuma/contract/payouts/holds'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { describeAge } from '../../ui/figures/describe-age.ts'
import { useNow } from '../../ui/figures/use-now.ts'
import classes from './hold-list.module.css'

/** Why a withdrawal is on hold: each reason, how long it can take, and what ends it sooner. */
export function HoldList({ withdrawal: { status, holds } }: { withdrawal: Withdrawal }) {
  const t = useT()
  if ((status !== 'pending' && status !== 'approved') || holds.length === 0) return null
  return (
    <div className={classes.holds}>
      <p className={classes.title}>{t('holds.title')}</p>
      <ul className={classes.list}>
        {holds.map((hold) => (
          <HoldItem key={`${hold.reason} ${hold.since}`} hold={hold} />
        ))}
      </ul>
    </div>
  )
}

function HoldItem({ hold: { reason, until } }: { hold: Hold }) {
  const t = useT()
  const now = useNow()
  const left = until === null ? '' : describeAge((Date.parse(until) - now.getTime()) / 1000)
  return (
    <li>
      {t(`holdReason.${reason}`)}{' '}
      {until === null ? (
        t('holds.open')
      ) : (
        <time dateTime={until}>{t('holds.until', { when: formatDateTime(until), left })}</time>
      )}{' '}
      <span className={classes.ends}>
        {/* Staff's decision about a group takes as long as it takes; a phone only has to be looked at. */}
        {t(reason === 'cluster' && until !== null ? 'holdEnds.phone' : `holdEnds.${reason}`)}
      </span>
    </li>
  )
}
