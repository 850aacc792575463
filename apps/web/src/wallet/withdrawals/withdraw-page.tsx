import { useDeferredValue } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { PausePanel } from '../../payouts/pauses/pause-panel.tsx'
import { usePayoutPause } from '../../payouts/pauses/use-payout-pause.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { isSettled } from '../../ui/states/is-settled.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { FollowWallet } from '../follow-wallet.tsx'
import { AllTransactions } from '../ledger/all-transactions.tsx'
import { NothingToWithdraw, RequestForm } from '../request/request-form.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { useWithdrawals } from './use-withdrawals.ts'
import classes from './withdraw-page.module.css'
import { WithdrawalHistory } from './withdrawal-history.tsx'

export function WithdrawPage() {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery()
  const balance = trpc.wallet.getBalance.useQuery()
  const withdrawals = useWithdrawals()
  const pause = usePayoutPause()
  const pauses = trpc.wallet.listPayoutPauses.useQuery(undefined, { staleTime: JUST_NOW_MS })
  const details = trpc.wallet.listPayoutDetails.useQuery()
  const pace = trpc.wallet.getTransparency.useQuery()
  // Shown one by one, each would push the next down.
  const isWhole = [terms, balance, withdrawals, pauses, details, pace].every(isSettled)
  const isDrawn = useDeferredValue(isWhole)
  return (
    <Page
      title={t('withdraw.title')}
      lead={t('withdraw.lead')}
      aside={<BackLink to="/dashboard">{t('withdraw.back')}</BackLink>}
    >
      {isDrawn ? (
        <>
          <FollowWallet />
          <div className={classes.layout}>
            <div className={classes.column}>
              <QueryView query={terms} skeleton={<Skeletons count={2} height={220} />}>
                {(loadedTerms) => (
                  <QueryView query={balance} skeleton={<Skeletons count={2} height={220} />}>
                    {(loadedBalance) => (
                      <>
                        <BalancePanel
                          balance={loadedBalance}
                          terms={loadedTerms}
                          withdrawals={withdrawals.data}
                        />
                        {loadedBalance.availablePoints < loadedTerms.minWithdrawalPoints && (
                          <NothingToWithdraw />
                        )}
                        {pause ? (
                          <PausePanel pause={pause} />
                        ) : (
                          <RequestForm balance={loadedBalance} terms={loadedTerms} />
                        )}
                      </>
                    )}
                  </QueryView>
                )}
              </QueryView>
            </div>
            <div className={classes.column}>
              <WithdrawalHistory query={withdrawals} />
            </div>
          </div>
          <AllTransactions />
        </>
      ) : (
        <Skeletons count={4} height={220} />
      )}
    </Page>
  )
}
