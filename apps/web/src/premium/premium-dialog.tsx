import { formatKes } from '@chuma/contract/format-money'
import { Button, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import classes from './premium-dialog.module.css'
import { PremiumPaymentPanel } from './premium-payment-panel.tsx'
import { usePremium } from './use-premium.ts'

const INCLUDED = ['upgrade.videos', 'upgrade.games', 'upgrade.social'] as const

type Props = {
  isOpen: boolean
  onClose: () => void
  /** For a premium member who extends it. */
  isExtension?: boolean
}

/** What premium includes, its price, and how to get it: by paying on the phone, or from an admin (SPEC §1). */
export function PremiumDialog({ isOpen, onClose, isExtension = false }: Props) {
  const t = useT()
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t(isExtension ? 'premium.extend' : 'upgrade.title')}>
      <Offer onClose={onClose} />
    </Dialog>
  )
}

/** Inside the dialog, so that it loads nothing until opened. */
function Offer({ onClose }: Pick<Props, 'onClose'>) {
  const t = useT()
  const query = usePremium()
  return (
    <QueryView query={query} skeleton={<Skeletons count={2} height={96} />}>
      {(premium) => (
        <Stack>
          {premium.isPayable ? (
            <PremiumPaymentPanel
              premium={premium}
              offer={<Included kesPerMonth={premium.kesPerMonth} />}
              onClose={onClose}
            />
          ) : (
            <>
              <Included kesPerMonth={premium.kesPerMonth} />
              <p className={blocks.flush}>{t('upgrade.how')}</p>
              <Button fullWidth renderRoot={(props) => <Link to="/contact" {...props} />}>
                {t('upgrade.contact')}
              </Button>
            </>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

function Included({ kesPerMonth }: { kesPerMonth: number }) {
  const t = useT()
  return (
    <>
      <p className={classes.price}>
        <strong>{t('upgrade.price', { kes: formatKes(kesPerMonth) })}</strong>{' '}
        <span>{t('upgrade.cancel')}</span>
      </p>
      <ul className={classes.list} aria-label={t('upgrade.includes')}>
        {INCLUDED.map((item) => (
          <li key={item}>
            <IconCheck aria-hidden size={20} />
            {t(item)}
          </li>
        ))}
      </ul>
      <p className={blocks.flush}>{t('upgrade.surveysStay')}</p>
    </>
  )
}
