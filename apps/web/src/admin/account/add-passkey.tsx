import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { createPasskey } from '../../auth/passkeys.ts'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useShowRefusal } from '../use-show-refusal.ts'

type Props = { username: string; onAdded: (recoveryCodes: string[] | null) => void }

export function AddPasskey({ username, onAdded }: Props) {
  const t = useT()
  const [isWanted, setWanted] = useState(false)
  const added = (recoveryCodes: string[] | null) => {
    setWanted(false)
    onAdded(recoveryCodes)
  }
  if (!isWanted) return <Button onClick={() => setWanted(true)}>{t('passkey.add')}</Button>
  return <AddForm username={username} onAdded={added} onStop={() => setWanted(false)} />
}

function AddForm({ username, onAdded, onStop }: Props & { onStop: () => void }) {
  const t = useT()
  const required = (entered: string) => (entered.trim() ? null : t('staff.required'))
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { name: required, password: required },
  })
  const showRefusal = useShowRefusal(form, 'password')
  const start = trpc.admin.startPasskey.useMutation()
  const confirm = trpc.admin.confirmPasskey.useMutation()
  const add = async ({ name, password }: typeof form.values) => {
    try {
      const created = await createPasskey(await start.mutateAsync({ password }))
      const { recoveryCodes } = await confirm.mutateAsync({ name, ...created })
      onAdded(recoveryCodes)
    } catch (error) {
      if (isApiError(error)) showRefusal(error)
      else showToast({ kind: 'info', title: t('passkey.title'), message: t('passkey.notUsed') })
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
          label={t('staff.passwordAgain')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={start.isPending || confirm.isPending}>
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
