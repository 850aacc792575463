import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { PasswordField } from '../passwords/password-field.tsx'
import { showWrongPassword } from '../passwords/show-wrong-password.ts'
import type { RemovalProps } from './passkeys-section.tsx'

/** Members repeat their password before a passkey is removed. */
export function MemberRemoval({ passkey: { id, name }, isOpen, calls, onClose }: RemovalProps) {
  const t = useT()
  const [isPending, setPending] = useState(false)
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (entered) => (entered ? null : t('password.required')) },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const remove = async ({ password }: typeof form.values) => {
    setPending(true)
    try {
      await calls.remove({ id, password })
      showToast({
        kind: 'success',
        title: t('passkey.removedTitle'),
        message: t('passkey.removed', { name }),
      })
      close()
      await calls.refresh()
    } catch (error) {
      if (showWrongPassword(form, { field: 'password', error }) || showFieldErrors(form, error)) return
      calls.showFailure(error)
      close()
      await calls.refresh()
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog title={t('passkey.removeTitle')} opened={isOpen} onClose={close}>
      <form onSubmit={form.onSubmit((values) => void remove(values), focusFirstError(form))} noValidate>
        <Stack>
          <Text>{t('passkey.removeText', { name })}</Text>
          <PasswordField
            label={t('passkey.password')}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <DialogButtons action={t('passkey.remove')} isPending={isPending} isDanger onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  )
}
