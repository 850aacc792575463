import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PasswordField } from '../auth/passwords/password-field.tsx'
import { useT } from '../i18n/use-t.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DeletionFacts } from './deletion-facts.tsx'
import { type DeletionForm, useDeleteAccount } from './use-delete-account.ts'

type Props = { opened: boolean; onClose: () => void }

export function DeletionDialog({ opened, onClose }: Props) {
  const t = useT()
  const form = useForm<DeletionForm>({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : t('password.required')) },
  })
  const { send, isPending } = useDeleteAccount(form)
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('deletion.dialogTitle')}>
      <form onSubmit={form.onSubmit(send, () => form.getInputNode('password')?.focus())} noValidate>
        <Stack>
          <DeletionFacts />
          <PasswordField
            label={t('deletion.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('settings.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={isPending}>
              {t('deletion.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
