import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import classes from './wallet-links.module.css'

/** Leads to how the points came about, and to the papers about them. */
export function WalletLinks() {
  const t = useT()
  const isReferralOpen = trpc.wallet.getTerms.useQuery().data?.isReferralOpen ?? false
  return (
    <nav className={classes.links} aria-label={t('dashboard.walletLinks')}>
      <Link to="/activity" className={blocks.link}>
        {t('word.yourActivity')}
      </Link>
      <Link to="/tax" className={blocks.link}>
        {t('wallet.taxLink')}
      </Link>
      <Link to="/statements" className={blocks.link}>
        {t('activity.statements')}
      </Link>
      <Link to="/clicks" className={blocks.link}>
        {t('word.myClicks')}
      </Link>
      {isReferralOpen && (
        <Link to="/invite" className={blocks.link}>
          {t('invite.title')}
        </Link>
      )}
    </nav>
  )
}
