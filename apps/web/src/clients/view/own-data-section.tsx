import type { ClientMe } from '@chuma/contract/clients/client-session'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeField } from '../../admin/account/code-field.tsx'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { clientApi, forgetClientToken } from '../client-api.ts'
import { useShowRefusal } from './factor/use-show-refusal.ts'

/** What is kept about a client's person: a copy for them, and the end of it. */
export function OwnDataSection({ me }: { me: ClientMe }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const download = useMutation({
    mutationFn: () => clientApi.clients.exportData.query(),
    onSuccess: (data) =>
      saveFile(
        `chuma-client-data-${data.exportedOn}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      ),
    onError: (error) => {
      const message = serverMessage(error, t('state.failedText'))
      showToast({ kind: 'error', title: t('client.myDataFailed'), message })
    },
  })
  return (
    <Section title={t('client.myData')} text={t('client.myDataText')}>
      <Group>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {t('client.downloadMyData')}
        </Button>
        <Button variant="default" color="red" onClick={() => setAsked(true)}>
          {t('client.deleteAccount')}
        </Button>
      </Group>
      <Dialog title={t('client.deleteAccount')} opened={isAsked} onClose={() => setAsked(false)}>
        <DeleteAccount me={me} onStop={() => setAsked(false)} />
      </Dialog>
    </Section>
  )
}

function DeleteAccount({ me, onStop }: { me: ClientMe; onStop: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { email: '', password: '', code: '' } })
  const remove = useMutation({
    mutationFn: ({ email, password, code }: typeof form.values) =>
      clientApi.clients.deleteAccount.mutate({
        email,
        ...(me.hasPassword && { password }),
        ...(me.isSecondFactorOn && { code }),
      }),
    onSuccess: () => {
      forgetClientToken()
      queries.clear()
      showToast({ kind: 'success', title: t('client.accountDeleted') })
      void navigate({ to: '/client/login', replace: true })
    },
    onError: useShowRefusal(form, t('client.accountNotDeleted')),
  })
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values))} noValidate>
      <Stack>
        <Text>{t('client.deleteAccountText')}</Text>
        <TextInput
          label={t('client.email')}
          description={t('client.deleteAccountEmail', { email: me.email })}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {me.hasPassword && (
          <PasswordField
            label={t('client.currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        )}
        {me.isSecondFactorOn && <CodeField {...form.getInputProps('code')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onStop}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            {t('client.deleteAccount')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
