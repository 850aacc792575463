import { formatKes } from '@chuma/contract/format-money'
import { Button, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Dialog } from '../ui/dialog.tsx'
import classes from './premium-dialog.module.css'

const INCLUDED = ['upgrade.videos', 'upgrade.games', 'upgrade.social'] as const

type Props = { isOpen: boolean; onClose: () => void }

/** What premium opens, what it costs, and who gives it: an admin (SPEC §1). */
export function PremiumDialog({ isOpen, onClose }: Props) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('upgrade.title')}>
      <Stack>
        <p className={classes.price}>
          {terms && <strong>{t('upgrade.price', { kes: formatKes(terms.premiumKesPerMonth) })}</strong>}{' '}
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
        <p className={classes.text}>{t('upgrade.surveysStay')}</p>
        <p className={classes.text}>{t('upgrade.how')}</p>
        <Button component="a" href="/contact" fullWidth>
          {t('upgrade.contact')}
        </Button>
      </Stack>
    </Dialog>
  )
}
