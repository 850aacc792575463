import { Button } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { useOpenOffer } from './premium-offer.tsx'

/** Tells a member how to get premium. */
export function UpgradeButton() {
  const t = useT()
  return <Button {...useOpenOffer()}>{t('upgrade.upgrade')}</Button>
}
