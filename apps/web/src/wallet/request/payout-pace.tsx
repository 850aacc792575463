import { Link } from '@tanstack/react-router'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import classes from './request-form.module.css'

/** How long a withdrawal takes: what is promised (SPEC §9), and what the books say of the last 90 days. */
export function PayoutPace() {
  const t = useT()
  const pace = trpc.wallet.getTransparency.useQuery().data
  return (
    <div className={classes.pace}>
      <p>{t('request.duration')}</p>
      {pace && (
        <p>
          {pace.medianSeconds === null
            ? t('request.tooFew')
            : t('request.lately', { wait: describeWait(t, pace.medianSeconds) })}{' '}
          <Link to="/transparency">{t('nav.transparency')}</Link>
        </p>
      )}
    </div>
  )
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Rounded up, in the unit people would use: never faster than it was. */
function describeWait(t: Translate, seconds: number): string {
  if (seconds <= 90 * MINUTE) return t('request.minutes', { count: Math.max(1, Math.ceil(seconds / MINUTE)) })
  if (seconds <= 2 * DAY) return t('request.hours', { count: Math.ceil(seconds / HOUR) })
  return t('request.days', { count: Math.ceil(seconds / DAY) })
}
