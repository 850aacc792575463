import { Button, Title } from '@mantine/core'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { Amount } from '../ui/figures/amount.tsx'
import { HeroPanel } from '../ui/page/hero-panel.tsx'
import { Page } from '../ui/page/page.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { MovedPoints, MovementList, MovementRow } from '../wallet/ledger/movement-row.tsx'
import type { KeptWallet } from './kept-wallet.ts'
import classes from './last-wallet.module.css'
import { MoneyButton } from './money-button.tsx'
import { useIsOffline } from './use-is-offline.ts'

type Props = { wallet: KeptWallet; onRetry: () => void }

/** The wallet as last loaded, with the time. Nothing here can be pressed. */
export function LastWallet({ wallet, onRetry }: Props) {
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
