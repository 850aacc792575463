import { formatKes } from '@chuma/contract/format-money'
import type { Balance, WalletTerms, Withdrawal } from '@chuma/contract/wallet/wallet'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { HeroPanel } from '../../ui/page/hero-panel.tsx'
import classes from './balance-panel.module.css'

type Props = { balance: Balance; terms: WalletTerms; withdrawals: Withdrawal[] | undefined }

/** What can be withdrawn, and what is being paid out. */
export function BalancePanel({ balance, terms, withdrawals }: Props) {
  const t = useT()
  const { availablePoints, heldPoints } = balance
  return (
    <HeroPanel aria-label={t('wallet.balanceTitle')}>
      <dl className={classes.numbers}>
        <div>
          <dt>{t('wallet.availablePoints')}</dt>
          <dd className={classes.hero}>{formatPoints(t, availablePoints)}</dd>
        </div>
        <div>
          <dt>{t('wallet.cashValue')}</dt>
          <dd className={classes.cash}>{formatKes(availablePoints * terms.kesPerPoint)}</dd>
        </div>
      </dl>
      {availablePoints < 0 && (
        <p className={classes.quiet}>
          {t('wallet.debt', { points: -availablePoints, held: Math.min(heldPoints, -availablePoints) })}
        </p>
      )}
      {heldPoints > 0 && (
        <div className={classes.held}>
          <p>
            {t('wallet.heldPoints')}:{' '}
            <Amount points={heldPoints} kes={heldKes(withdrawals) ?? heldPoints * terms.kesPerPoint} />
          </p>
          <p className={classes.quiet}>{t('wallet.heldText')}</p>
        </div>
      )}
    </HeroPanel>
  )
}

/** Each withdrawal keeps the rate of its request, so this sums their amounts rather than using today's rate. */
function heldKes(withdrawals: Withdrawal[] | undefined): number | undefined {
  return withdrawals
    ?.filter(({ status }) => status === 'pending' || status === 'approved')
    .reduce((sum, { amountKes }) => sum + amountKes, 0)
}
