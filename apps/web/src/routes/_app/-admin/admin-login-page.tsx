import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { saveAdminSession } from '../../../session.ts'
import { serverMessage, trpc } from '../../../trpc.ts'
import { markFields } from '../../../ui/mark-fields.ts'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showFieldErrors } from '../../../ui/show-field-errors.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { DemoCredentials } from './demo-credentials.tsx'

type StaffLoginForm = { username: string; password: string }

export function AdminLoginPage() {
  const t = useT()
  const form = useForm<StaffLoginForm>({ initialValues: { username: '', password: '' } })
  const login = useStaffLogin((error) => showFieldErrors(form, error))

  const submit = (values: StaffLoginForm) => {
    const missing = (['username', 'password'] as const).filter((name) => !values[name].trim())
    if (missing.length > 0) {
      markFields(form, missing)
      showToast({ kind: 'error', title: t('auth.missingTitle'), message: t('adminLogin.missing') })
      return
    }
    login.mutate(values)
  }
  return (
    <Page title={t('adminLogin.title')} lead={t('adminLogin.lead')} width="narrow">
      <Stack>
        <Panel>
          <form onSubmit={form.onSubmit(submit)} noValidate>
            <Stack>
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
              <Button type="submit" disabled={login.isPending} fullWidth mt="xs">
                {t(login.isPending ? 'adminLogin.pending' : 'adminLogin.submit')}
              </Button>
            </Stack>
          </form>
        </Panel>
        <DemoCredentials onUse={form.setValues} />
        <Button variant="subtle" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('adminLogin.back')}
        </Button>
      </Stack>
    </Page>
  )
}

function useStaffLogin(onRefused: (error: unknown) => void) {
  const t = useT()
  const navigate = useNavigate()
  return trpc.admin.login.useMutation({
    onSuccess: async (session) => {
      saveAdminSession(session)
      await navigate({ to: '/admin-dashboard' })
    },
    onError: (error) => {
      onRefused(error)
      showToast({
        kind: 'error',
        title: t('login.failedTitle'),
        message: serverMessage(error, t('adminLogin.failed')),
      })
    },
  })
}
