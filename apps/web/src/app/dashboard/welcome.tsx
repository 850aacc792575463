import { formatKes } from '@chuma/contract/format-money'
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/from-server.ts'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/page.tsx'
import { useWithdrawals } from '../../wallet/movements.tsx'
import { MemberLanguage } from '../app-header.tsx'
import classes from './welcome.module.css'

const KEPT = 'welcome-read'

/** For a member who has earned nothing yet, until they close it: what a point is, how to earn, how they are paid. */
export function Welcome() {
  const t = useT()
  const [isRead, setRead] = useState(() => localStorage.getItem(KEPT) !== null)
  const terms = trpc.wallet.getTerms.useQuery().data
  const balance = trpc.wallet.getBalance.useQuery().data
  const withdrawals = useWithdrawals().data
  if (isRead || !terms || balance?.totalEarnings !== 0 || withdrawals?.length !== 0) return null
  const close = () => {
    localStorage.setItem(KEPT, 'true')
    setRead(true)
    // The focused button disappears.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return (
    <Panel tone="quiet" className={classes.panel} aria-labelledby="welcome-title">
      <Title order={2} size="h3" id="welcome-title">
        {t('welcome.title', { brand: brandName })}
      </Title>
      <ul className={classes.list}>
        <li>{t('welcome.point', { kes: formatKes(terms.kesPerPoint) })}</li>
        <li>{t('welcome.earn')}</li>
        <li>{t('welcome.paid', { min: terms.minWithdrawalPoints })}</li>
      </ul>
      <div className={classes.bottom}>
        <MemberLanguage />
        <Button onClick={close}>{t('welcome.close')}</Button>
      </div>
    </Panel>
  )
}
