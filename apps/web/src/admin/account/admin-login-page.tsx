import type { StepUpWay } from '@chuma/contract/auth/auth-rules'
import type { PasskeyAnswer } from '@chuma/contract/auth/passkeys'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { createElement, useState } from 'react'
import { canUsePasskeys } from '../../auth/passkeys/passkeys.tsx'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { CodeField, UsePasskey } from '../../auth/second-factor/second-factor-steps.tsx'
import { knownDevice, saveAdminSession, useWayBack } from '../../auth/session.ts'
import { BackButton } from '../../auth/use-login.tsx'
import { useT } from '../../i18n/use-t.ts'
import { describeRefusal, isApiError, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { markFields, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Page, Panel } from '../../ui/page/page.tsx'

const EMPTY: StaffLoginForm = { username: '', password: '', code: '' }

export function AdminLoginPage() {
  const t = useT()
  const form = useForm<StaffLoginForm>({ initialValues: EMPTY })
  const { submit, startOver, passkey, ways, needsCode, isPending } = useStaffLogin(form)
  const lead = needsCode ? t('adminLogin.codeLead', { name: form.values.username }) : t('adminLogin.lead')
  return (
    <Page title={t('adminLogin.title')} lead={lead} width="narrow">
      <Stack>
        <Panel>
          <form onSubmit={form.onSubmit(submit)} noValidate>
            <Stack>
              {needsCode ? (
                <>
                  {ways.includes('passkey') && <UsePasskey {...passkey} />}
                  <CodeField
                    autoFocus={!(ways.includes('passkey') && canUsePasskeys())}
                    hasApp={ways.includes('totp')}
                    {...form.getInputProps('code')}
                  />
                </>
              ) : (
                <>
                  <TextInput
                    label={t('adminLogin.username')}
                    autoComplete="username"
                    {...form.getInputProps('username')}
                  />
                  <PasswordField
                    label={t('auth.password')}
                    autoComplete="current-password"
                    {...form.getInputProps('password')}
                  />
                </>
              )}
              <Button type="submit" disabled={isPending} fullWidth mt="xs">
                {t(isPending ? 'word.signingIn' : 'word.signIn')}
              </Button>
              {needsCode && (
                <Button variant="default" fullWidth onClick={startOver}>
                  {t('adminLogin.startOver')}
                </Button>
              )}
            </Stack>
          </form>
        </Panel>
        <Button variant="subtle" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('adminLogin.back')}
        </Button>
        {!needsCode && <DemoCredentials onUse={form.setValues} />}
      </Stack>
    </Page>
  )
}

type Credentials = { username: string; password: string }

/** The demo's admin credentials. Outside demo mode the server sends none. */
function DemoCredentials({ onUse }: { onUse: (credentials: Credentials) => void }) {
  const t = useT()
  const { data } = trpc.admin.getDemoLogin.useQuery()
  if (!data) return null
  return (
    <Panel tone="earning">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>{t('adminLogin.demo')}</Text>
          <Text size="sm">
            <code>{data.username}</code> / <code>{data.password}</code>
          </Text>
        </div>
        <Button variant="default" onClick={() => onUse(data)}>
          {t('adminLogin.demoFill')}
        </Button>
      </Group>
    </Panel>
  )
}

type StaffLoginForm = { username: string; password: string; code: string }

/**
 * Log in, in one step or, if the account has a second factor, in two. The first step's input is kept for the second.
 */
function useStaffLogin(form: UseFormReturnType<StaffLoginForm>) {
  const t = useT()
  const navigate = useNavigate()
  const wayBack = useWayBack('staff')
  const [ways, setWays] = useState<readonly StepUpWay[] | null>(null)
  const needsCode = ways !== null
  const startOver = () => {
    setWays(null)
    form.setFieldValue('code', '')
  }
  const login = useAction(trpc.admin.login, {
    onDone: async (session) => {
      saveAdminSession(session)
      if (wayBack) {
        const onClick = () => void navigate({ href: wayBack })
        showToast({
          kind: 'success',
          title: t('login.welcome'),
          message: createElement(BackButton, { onClick }),
        })
      }
      await navigate({ to: '/admin-dashboard' })
    },
    onFailed: (error) => {
      const { code, message } = describeRefusal(error, t('adminLogin.failed'))
      // Not a failure: the second step follows.
      if (code === 'SECOND_FACTOR_REQUIRED') {
        setWays(isApiError(error) ? (error.data?.ways ?? []) : [])
        return true
      }
      if (code === 'SECOND_FACTOR_INVALID') markFields(form, { names: ['code'], message })
      else if (code === 'INVALID_STAFF_CREDENTIALS') startOver()
      else showFieldErrors(form, error)
    },
    failure: { title: t('login.failedTitle'), offline: t('adminLogin.failed'), isPatient: true },
  })
  const submit = ({ code, ...credentials }: StaffLoginForm) => {
    const missing = findMissing({ code, ...credentials }, needsCode)
    if (missing.length === 0)
      return login.run({ ...credentials, ...(needsCode ? { code } : {}), ...knownDevice('staff') })
    const message = t(missing.includes('code') ? 'code.missing' : 'adminLogin.missing')
    markFields(form, { names: missing, message })
    showToast({ kind: 'error', title: t('auth.missingTitle'), message })
  }
  const startPasskey = trpc.admin.startPasskeyLogin.useMutation()
  const { username, password } = form.values
  const passkey = {
    request: () => startPasskey.mutateAsync({ username, password }),
    onSigned: (answer: PasskeyAnswer) => login.run({ username, password, passkey: answer }),
  }
  return { submit, startOver, passkey, ways: ways ?? [], needsCode, isPending: login.isPending }
}

function findMissing(form: StaffLoginForm, needsCode: boolean): (keyof StaffLoginForm)[] {
  if (needsCode) return form.code.trim() ? [] : ['code']
  return (['username', 'password'] as const).filter((name) => !form[name].trim())
}
