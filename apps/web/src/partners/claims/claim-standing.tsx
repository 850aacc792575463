import type { Click } from '@chuma/contract/partners/partners'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from '../clicks/click-item.module.css'

/** A claim's decision, with the reason. */
export function ClaimStanding({ claim }: { claim: NonNullable<Click['claim']> }) {
  const t = useT()
  const { state, reason, openedAt } = claim
  return (
    <div className={classes.claim}>
      <p>{t(`claimState.${state}`, { time: formatDateTime(openedAt) })}</p>
      {reason && <p>{t('clicks.reason', { reason })}</p>}
    </div>
  )
}
