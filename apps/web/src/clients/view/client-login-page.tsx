import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CodeField } from '../../admin/account/code-field.tsx'
import { AuthFrame } from '../../auth/auth-frame.tsx'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { clientApi, saveClientToken } from '../client-api.ts'
import { DoorRefusal } from './door-refusal.tsx'
import { useCodeStep } from './use-code-step.ts'

/** The door of organisations that commission surveys. */
export function ClientLoginPage() {
  const t = useT()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email: '', password: '', code: '' } })
  const { needsCode, noteRefusal } = useCodeStep()
  const logIn = useMutation({
    mutationFn: ({ code, ...values }: typeof form.values) =>
      clientApi.clients.login.mutate({ ...values, ...(needsCode && { code }) }),
    onSuccess: ({ token }) => {
      saveClientToken(token)
      void navigate({ to: '/client' })
    },
    onError: noteRefusal,
  })
  return (
    <AuthFrame
      title={t('client.loginTitle')}
      lead={t('client.loginLead')}
      note={
        <Text c="dimmed" mt="lg" ta="center">
          {t('client.loginNote')}
        </Text>
      }
    >
      <form onSubmit={form.onSubmit((values) => logIn.mutate(values))} noValidate>
        <Stack>
          <TextInput
            label={t('client.email')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('client.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          {needsCode && <CodeField data-autofocus {...form.getInputProps('code')} />}
          {logIn.isError && <DoorRefusal error={logIn.error} />}
          <Button type="submit" loading={logIn.isPending} fullWidth>
            {t('client.logIn')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
