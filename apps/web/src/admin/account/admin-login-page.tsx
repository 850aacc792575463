import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { canUsePasskeys } from '../../auth/passkeys/passkeys.ts'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { CodeField } from './code-field.tsx'
import { UsePasskey } from './use-passkey.tsx'
import { type StaffLoginForm, useStaffLogin } from './use-staff-login.ts'

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
                {t(isPending ? 'adminLogin.pending' : 'adminLogin.submit')}
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
