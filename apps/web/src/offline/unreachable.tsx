import { Button, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { Amount } from '../ui/figures/amount.tsx'
import { HeroPanel } from '../ui/page/hero-panel.tsx'
import { Page } from '../ui/page/page.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { ErrorState } from '../ui/states/error-state.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { MovedPoints, MovementList, MovementRow } from '../wallet/ledger/movement-row.tsx'
import { type KeptWallet, readKeptWallet } from './kept-wallet.ts'
import classes from './last-wallet.module.css'
import { MoneyButton } from './money-button.tsx'
import { useIsOffline } from './use-is-offline.ts'

type Props = { error: unknown; onRetry: () => void }

/**
 * Replaces a member's page when the server cannot be reached to identify them: shows their last known wallet, if kept.
 */
export function Unreachable({ error, onRetry }: Props) {
  const queryClient = useQueryClient()
  const wallet = readKeptWallet()
  useEffect(() => {
    // Also refetches whatever else failed.
    const askAgain = () => void queryClient.refetchQueries({ type: 'active' })
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  }, [queryClient])
  if (wallet) return <LastWallet wallet={wallet} onRetry={onRetry} />
  return <ErrorState error={error} onRetry={onRetry} />
}

type LastWalletProps = { wallet: KeptWallet; onRetry: () => void }

/** The wallet as last loaded, with the time. Nothing here can be pressed. */
function LastWallet({ wallet, onRetry }: LastWalletProps) {
  const t = useT()
  const isOffline = useIsOffline()
  const { availablePoints, heldPoints, kesPerPoint, movements } = wallet
  const asOf = new Date(wallet.asOf)
  return (
    <Page title={t('offline.wallet')}>
      <div className={classes.sections}>
        <Notice
          title={t(isOffline ? 'offline.title' : 'offline.unreachable')}
          action={
            <Button variant="default" onClick={onRetry}>
              {t('state.retry')}
            </Button>
          }
        >
          {t('offline.asOf')} <time dateTime={asOf.toISOString()}>{formatDateTime(asOf)}</time>.{' '}
          {t('offline.mayHaveChanged')}
        </Notice>
        <HeroPanel aria-label={t('dashboard.available')}>
          <p className={classes.label}>{t('dashboard.available')}</p>
          <Amount points={availablePoints} kes={availablePoints * kesPerPoint} size="lg" />
          {heldPoints > 0 && (
            <p className={classes.held}>
              {t('wallet.heldPoints')}:{' '}
              <Amount points={heldPoints} kes={heldPoints * kesPerPoint} size="sm" />
            </p>
          )}
        </HeroPanel>
        <MoneyButton isUnreachable>{t('dashboard.withdraw')}</MoneyButton>
        <Panel aria-labelledby="last-movements">
          <Title order={2} size="h3" id="last-movements">
            {t('dashboard.recent')}
          </Title>
          {movements.length === 0 ? (
            <p>{t('transactions.emptyTitle')}</p>
          ) : (
            <MovementList aria-labelledby="last-movements">
              {movements.map(({ id, description, points, heldPoints: held, createdAt }) => (
                <MovementRow
                  key={id}
                  description={description}
                  time={<time dateTime={createdAt}>{formatDateTime(new Date(createdAt))}</time>}
                >
                  <MovedPoints points={points} heldPoints={held} kesPerPoint={kesPerPoint} />
                </MovementRow>
              ))}
            </MovementList>
          )}
        </Panel>
      </div>
    </Page>
  )
}
