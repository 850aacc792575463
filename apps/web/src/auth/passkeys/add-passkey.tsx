import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { PasswordField } from '../passwords/password-field.tsx'
import { showWrongPassword } from '../passwords/show-wrong-password.ts'
import type { PasskeyCalls } from './passkey-calls.ts'
import { createPasskey } from './passkeys.ts'

type Props = { username: string; calls: PasskeyCalls; onAdded: (recoveryCodes: string[] | null) => void }

export function AddPasskey({ onAdded, ...props }: Props) {
  const t = useT()
  const [isWanted, setWanted] = useState(false)
  const added = (recoveryCodes: string[] | null) => {
    setWanted(false)
    onAdded(recoveryCodes)
  }
  if (isWanted) return <AddForm {...props} onAdded={added} onStop={() => setWanted(false)} />
  return (
    <div>
      <Button onClick={() => setWanted(true)}>{t('passkey.add')}</Button>
    </div>
  )
}

function AddForm({ username, calls, onAdded, onStop }: Props & { onStop: () => void }) {
  const t = useT()
  const [isPending, setPending] = useState(false)
  const required = (entered: string) => (entered.trim() ? null : t('password.required'))
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { name: required, password: required },
  })
  const showRefusal = (error: unknown) => {
    if (showWrongPassword(form, { field: 'password', error }) || showFieldErrors(form, error)) return
    if (isApiError(error)) calls.showFailure(error)
    else showToast({ kind: 'info', title: t('passkey.title'), message: t('passkey.notMade') })
  }
  const add = async ({ name, password }: typeof form.values) => {
    setPending(true)
    try {
      const created = await createPasskey(await calls.start({ password }), calls.residentKey)
      const { recoveryCodes } = await calls.confirm({ name, ...created })
      onAdded(recoveryCodes)
    } catch (error) {
      setPending(false)
      showRefusal(error)
    }
  }
  return (
    <form onSubmit={form.onSubmit((values) => void add(values), focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <TextInput
          label={t('passkey.name')}
          description={t('passkey.nameHint')}
          maxLength={60}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <PasswordField
          label={t('passkey.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {t('passkey.add')}
          </Button>
          <Button variant="default" onClick={onStop}>
            {t('dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
