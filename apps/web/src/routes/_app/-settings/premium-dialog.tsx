import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ContactList } from '../../../contact/contact-list.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Dialog } from '../../../ui/dialog.tsx'

type Props = { opened: boolean; onClose: () => void }

export function PremiumDialog({ opened, onClose }: Props) {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('premium.dialogTitle')}>
      <Stack>
        <Text>{t('premium.dialogText')}</Text>
        <ContactList />
        <Button renderRoot={(props) => <Link to="/contact" {...props} />}>{t('premium.write')}</Button>
      </Stack>
    </Dialog>
  )
}
