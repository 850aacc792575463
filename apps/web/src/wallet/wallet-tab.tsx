import { formatKes } from '@chuma/contract/format-money'
import type { Balance, WalletTerms } from '@chuma/contract/wallet/wallet'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { MoneyButton } from '../offline/money-button.tsx'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Amount } from '../ui/figures/amount.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { RecentTransactions } from './ledger/recent-transactions.tsx'
import { WithdrawalDialog } from './request/withdrawal-dialog.tsx'
import classes from './wallet-tab.module.css'

export function WalletTab() {
  const terms = trpc.wallet.getTerms.useQuery()
  // The dialog shows them at once.
  trpc.wallet.listPayoutDetails.useQuery()
  const balance = trpc.wallet.getBalance.useQuery()
  return (
    <div className={classes.tab}>
      <QueryView query={terms} skeleton={<Skeletons count={1} height={84} />}>
        {(loadedTerms) => (
          <QueryView query={balance} skeleton={<Skeletons count={1} height={84} />}>
            {(loadedBalance) => <WithdrawalPanel terms={loadedTerms} balance={loadedBalance} />}
          </QueryView>
        )}
      </QueryView>
      <RecentTransactions />
      <WalletLinks />
    </div>
  )
}

/** Shows members how their points came about. */
function WalletLinks() {
  const t = useT()
  const isReferralOpen = trpc.wallet.getTerms.useQuery().data?.isReferralOpen ?? false
  return (
    <nav className={classes.links} aria-label={t('dashboard.walletLinks')}>
      <Link to="/activity" className={blocks.link}>
        {t('dashboard.activity')}
      </Link>
      <Link to="/tax" className={blocks.link}>
        {t('wallet.taxLink')}
      </Link>
      <Link to="/statements" className={blocks.link}>
        {t('activity.statements')}
      </Link>
      <Link to="/clicks" className={blocks.link}>
        {t('dashboard.clicks')}
      </Link>
      {isReferralOpen && (
        <Link to="/invite" className={blocks.link}>
          {t('invite.title')}
        </Link>
      )}
    </nav>
  )
}

function WithdrawalPanel({ terms, balance }: { terms: WalletTerms; balance: Balance }) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  const points = terms.minWithdrawalPoints
  return (
    <Panel className={classes.request}>
      <div>
        <p className={classes.available}>
          {t('dashboard.walletAvailable')}{' '}
          <Amount points={balance.availablePoints} kes={balance.availablePoints * terms.kesPerPoint} />
        </p>
        <p className={blocks.quiet}>
          {t('dashboard.walletLead', { kes: formatKes(points * terms.kesPerPoint), points })}
        </p>
      </div>
      <MoneyButton onClick={dialog.open}>{t('dashboard.requestWithdrawal')}</MoneyButton>
      <WithdrawalDialog isOpen={isOpen} onClose={dialog.close} terms={terms} balance={balance} />
    </Panel>
  )
}
