import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../i18n/use-t.ts'
import { PremiumDialog } from './premium-dialog.tsx'

/** Tells a member how to come by premium. */
export function UpgradeButton() {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button onClick={dialog.open}>{t('upgrade.upgrade')}</Button>
      <PremiumDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}
