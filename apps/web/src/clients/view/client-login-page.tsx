import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AuthFrame } from '../../auth/auth-frame.tsx'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import { clientApi, saveClientToken } from '../client-api.ts'

/** The door of organisations that commission surveys. */
export function ClientLoginPage() {
  const t = useT()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const logIn = useMutation({
    mutationFn: (values: { email: string; password: string }) => clientApi.clients.login.mutate(values),
    onSuccess: ({ token }) => {
      saveClientToken(token)
      void navigate({ to: '/client' })
    },
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
          {logIn.isError && (
            <Text role="alert" c="var(--chuma-bad)">
              {serverMessage(logIn.error, t('state.failedText'))}
            </Text>
          )}
          <Button type="submit" loading={logIn.isPending} fullWidth>
            {t('client.logIn')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
