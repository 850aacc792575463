import { Button, type ButtonProps, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentPropsWithoutRef, useEffect, useId, useState } from 'react'
import { getUserToken } from '../auth/session.ts'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Amount } from '../ui/figures/amount.tsx'
import { HeroPanel, Page, Panel } from '../ui/page/page.tsx'
import { ErrorState, Notice } from '../ui/states/states.tsx'
import { MovedPoints, MovementList, MovementRow, SHOWN_MOVEMENTS } from '../wallet/movements.tsx'
import classes from './offline.module.css'
import { type KeptWallet, keepWallet, readKeptWallet, useIsOffline } from './offline.tsx'

/**
 * Replaces a member's page when the server cannot be reached to identify them: shows their last known wallet, if kept.
 */
export function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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

/** The wallet as last loaded, with the time. Nothing here can be pressed. */
function LastWallet({ wallet, onRetry }: { wallet: KeptWallet; onRetry: () => void }) {
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
        <HeroPanel aria-label={t('word.availablePoints')}>
          <p className={classes.label}>{t('word.availablePoints')}</p>
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

type MoneyButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** The server cannot be reached, even if the device says it is online. */
    isUnreachable?: boolean
  }

/** A button that moves money: disabled with a reason while offline. Nothing is queued to be sent later. */
export function MoneyButton({ disabled = false, isUnreachable = false, ...props }: MoneyButtonProps) {
  const t = useT()
  const reasonId = useId()
  const isOffline = useIsOffline()
  if (!isOffline && !isUnreachable) return <Button disabled={disabled} {...props} />
  return (
    <div>
      <Button {...props} disabled aria-describedby={reasonId} />
      <Text size="sm" c="dimmed" mt={4} id={reasonId}>
        {t('offline.money')}
      </Text>
    </div>
  )
}

/** Keep what this member last saw of their wallet on this device, for use offline. */
export function useKeepWallet(): void {
  const [token] = useState(getUserToken)
  const balance = trpc.wallet.getBalance.useQuery()
  const terms = trpc.wallet.getTerms.useQuery().data
  // Not enabled until the page has its own data.
  const movements = trpc.wallet.listTransactions.useQuery(
    { limit: SHOWN_MOVEMENTS },
    { enabled: balance.isSuccess && terms !== undefined },
  ).data
  const { data: figures, dataUpdatedAt: asOf } = balance
  useEffect(() => {
    if (token === null || !figures || !terms || !movements) return
    const { availablePoints, heldPoints } = figures
    keepWallet(token, { asOf, kesPerPoint: terms.kesPerPoint, availablePoints, heldPoints, movements })
  }, [token, figures, terms, movements, asOf])
}
