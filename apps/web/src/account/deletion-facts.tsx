import { DELETION_GRACE_DAYS } from '@chuma/contract/account/deletion-grace'
import type { Balance } from '@chuma/contract/wallet/wallet'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { PointsAmount } from '../wallet/points-amount.tsx'
import classes from './deletion-facts.module.css'

/** What deleting the account means for this member. */
export function DeletionFacts() {
  const t = useT()
  const balance = trpc.wallet.getBalance.useQuery(undefined, { staleTime: 0 })
  return (
    <ul className={classes.facts}>
      <li>{t('deletion.closes')}</li>
      <li>{t('deletion.grace', { days: DELETION_GRACE_DAYS })}</li>
      <QueryView
        query={balance}
        skeleton={
          <li className={classes.waiting}>
            <Skeletons count={1} height={52} />
          </li>
        }
      >
        {(loaded) => <PointsFacts balance={loaded} />}
      </QueryView>
    </ul>
  )
}

function PointsFacts({ balance: { availablePoints, heldPoints } }: { balance: Balance }) {
  const t = useT()
  return (
    <>
      {availablePoints > 0 ? (
        <li>
          {t('deletion.points')} <PointsAmount points={availablePoints} />{' '}
          <Link to="/withdraw" className={classes.link}>
            {t('deletion.withdraw')}
          </Link>
        </li>
      ) : (
        <li>{t('deletion.noPoints')}</li>
      )}
      {heldPoints > 0 ? (
        <li>
          {t('deletion.held')} <PointsAmount points={heldPoints} />
        </li>
      ) : (
        <li>{t('deletion.noHeld')}</li>
      )}
    </>
  )
}
