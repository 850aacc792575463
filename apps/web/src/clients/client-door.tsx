import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { PasswordField } from '../auth/passwords/password-field.tsx'
import { CodeField } from '../auth/second-factor/second-factor-steps.tsx'
import { loadMessages } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { codeOf, isApiError, serverMessage } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { Skeletons } from '../ui/states/states.tsx'
import { ClientLayout, clientApi, saveClientToken } from './client-layout.tsx'

const SignOffPage = lazy(async () => {
  const [{ SignOffPage: page }] = await Promise.all([
    import('./sign-off/sign-off-page.tsx'),
    loadMessages('taking'),
  ])
  return { default: page }
})

/** The clients' door: for a link, whose token is behind the `#` and so in no log, or for a password. */
export function ClientDoor() {
  const [token] = useState(() => location.hash.slice(1))
  return (
    <ClientLayout>{token.startsWith('v_') ? <SignOff token={token} /> : <Door token={token} />}</ClientLayout>
  )
}

/** A link to sign a survey off opens no session. */
const SignOff = ({ token }: { token: string }) => (
  <Suspense fallback={<Skeletons count={3} height={160} />}>
    <SignOffPage token={token} />
  </Suspense>
)

const Door = ({ token }: { token: string }) => (token ? <OpenLinkPage token={token} /> : <ClientLoginPage />)

/** Exchanges a link for a session when it is pressed: a mail scanner that opens the page uses nothing up. */
function OpenLinkPage({ token }: { token: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { needsCode, noteRefusal } = useCodeStep()
  const form = useForm({ initialValues: { code: '' } })
  const open = useAction(
    { useMutation },
    {
      mutationFn: ({ code }: { code: string }) =>
        clientApi.clients.openLink.mutate({ token, ...(needsCode && { code }) }),
      onDone: ({ token: session, me }) => {
        saveClientToken(session)
        void navigate({
          to: '/client',
          search: me.surveyId === null ? {} : { survey: me.surveyId },
          replace: true,
        })
      },
      onFailed: noteRefusal,
    },
  )
  return (
    <AuthFrame title={t('client.openTitle')} lead={t('client.openLead')}>
      <form onSubmit={form.onSubmit((values) => open.run(values))} noValidate>
        <Stack>
          {needsCode && <CodeField data-autofocus {...form.getInputProps('code')} />}
          {open.error !== null && <DoorRefusal error={open.error} />}
          <Button type="submit" loading={open.isPending} fullWidth>
            {t('client.open')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

/** The door of organisations that commission surveys. */
function ClientLoginPage() {
  const t = useT()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email: '', password: '', code: '' } })
  const { needsCode, noteRefusal } = useCodeStep()
  const logIn = useAction(
    { useMutation },
    {
      mutationFn: ({ code, ...values }: typeof form.values) =>
        clientApi.clients.login.mutate({ ...values, ...(needsCode && { code }) }),
      onDone: ({ token }) => {
        saveClientToken(token)
        void navigate({ to: '/client' })
      },
      onFailed: noteRefusal,
    },
  )
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
      <form onSubmit={form.onSubmit((values) => logIn.run(values))} noValidate>
        <Stack>
          <TextInput
            label={t('word.email')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('auth.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          {needsCode && <CodeField data-autofocus {...form.getInputProps('code')} />}
          {logIn.error !== null && <DoorRefusal error={logIn.error} />}
          <Button type="submit" loading={logIn.isPending} fullWidth>
            {t('word.logIn')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

/** The second step at clients' door: the code field appears once the server asks for it, and stays. The page shows every refusal. */
function useCodeStep() {
  const [needsCode, setNeedsCode] = useState(false)
  const noteRefusal = (error: unknown) => {
    if (codeOf(error) === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true)
    return true
  }
  return { needsCode, noteRefusal }
}

/** Why clients' door did not open. A question for the code is no failure. */
function DoorRefusal({ error }: { error: unknown }) {
  const t = useT()
  if (codeOf(error) === 'SECOND_FACTOR_REQUIRED') {
    return <Text role="status">{serverMessage(error, t('state.failedText'))}</Text>
  }
  const fields = isApiError(error) ? Object.values(error.data?.fieldErrors ?? {}).flat() : []
  return (
    <Text role="alert" c="var(--chuma-bad)">
      {fields[0] ?? serverMessage(error, t('state.failedText'))}
    </Text>
  )
}
