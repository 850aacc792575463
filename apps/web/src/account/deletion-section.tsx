import { DELETION_GRACE_DAYS } from '@chuma/contract/account/deletion-grace'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../i18n/use-t.ts'
import { Section } from '../ui/page/section.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'

export function DeletionSection() {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Section title={t('deletion.title')} text={t('deletion.text', { days: DELETION_GRACE_DAYS })}>
      <Button color="red" variant="outline" onClick={dialog.open}>
        {t('deletion.open')}
      </Button>
      <DeletionDialog opened={isOpen} onClose={dialog.close} />
    </Section>
  )
}
