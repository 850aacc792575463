import type { EditableUser } from '@chuma/contract/account/profile'
import { formatKes } from '@chuma/contract/format-money'
import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import classes from './profile-stats.module.css'

type Props = {
  user: EditableUser
  /** Lifetime earnings, at the profile's own value of a point (docs/decisions/0001). */
  earningsKes: number
}

export function ProfileStats({ user, earningsKes }: Props) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  const { totalEarnings, thisMonthEarnings, surveysCompleted, rating } = user
  return (
    <div className={classes.stats}>
      <StatGrid label={t('profile.stats')}>
        <StatCard label={t('profile.totalEarnings')}>
          <ProfileValue points={totalEarnings} kes={earningsKes} />
        </StatCard>
        <StatCard label={t('profile.thisMonth')}>
          {terms ? (
            <ProfileValue points={thisMonthEarnings} kes={thisMonthEarnings * terms.profileKesPerPoint} />
          ) : (
            formatPoints(t, thisMonthEarnings)
          )}
        </StatCard>
        <StatCard label={t('profile.surveysCompleted')}>
          {t('profile.count', { count: surveysCompleted })}
        </StatCard>
        <StatCard label={t('profile.rating')}>
          {t('profile.ratingValue', { rating: rating.toFixed(1) })}
        </StatCard>
      </StatGrid>
      {terms && <ReadingsNote terms={terms} />}
    </div>
  )
}

/** Points, and small under them what the profile counts them as: no one is paid that. */
function ProfileValue({ points, kes }: { points: number; kes: number }) {
  const t = useT()
  return (
    <>
      <span>{formatPoints(t, points)}</span> <span className={classes.value}>{formatKes(kes)}</span>{' '}
      <span className={classes.value}>{t('profile.notCash')}</span>
    </>
  )
}

/** Explains why one page shows two values of a point, if they differ. */
function ReadingsNote({ terms: { kesPerPoint, profileKesPerPoint } }: { terms: WalletTerms }) {
  const t = useT()
  if (kesPerPoint === profileKesPerPoint) return null
  return (
    <Text size="sm" c="dimmed">
      {t('profile.readings', {
        profileKesPerPoint: formatKes(profileKesPerPoint),
        kesPerPoint: formatKes(kesPerPoint),
      })}
    </Text>
  )
}
