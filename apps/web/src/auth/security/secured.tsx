import type { SecuredAccount } from '@chuma/contract/auth/security-links'
import { formatKes } from '@chuma/contract/format-money'
import { Button, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { AuthFrame } from '../auth-frame.tsx'

/** What happened to the account, and what waits. Honest about money that cannot be stopped. */
export function Secured({ secured }: { secured: Omit<SecuredAccount, 'session'> }) {
  const t = useT()
  const { purpose, email, suspensionReason } = secured
  return (
    <AuthFrame title={t(`secured.title.${purpose}`)} lead={t('secured.lead', { email })}>
      <Stack>
        <div role="status">
          <List spacing="xs" my={0}>
            <List.Item>{t('secured.sessions')}</List.Item>
            {secured.passkeysRemoved > 0 && (
              <List.Item>{t('secured.passkeys', { count: secured.passkeysRemoved })}</List.Item>
            )}
            {secured.payoutDetailsRemoved > 0 && <List.Item>{t('secured.details')}</List.Item>}
            {secured.isDeletionCancelled && <List.Item>{t('secured.deletion')}</List.Item>}
            <Payouts payouts={secured.payouts} />
          </List>
        </div>
        {suspensionReason === null ? (
          <SetPassword />
        ) : (
          <Text fw={600}>{t('secured.suspended', { reason: suspensionReason })}</Text>
        )}
        <Button variant="default" fullWidth renderRoot={(props) => <Link to="/contact" {...props} />}>
          {t('contact.title')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

function Payouts({ payouts: { waitingKes, sendingKes, paidKes } }: Pick<SecuredAccount, 'payouts'>) {
  const t = useT()
  return (
    <>
      {waitingKes > 0 && <List.Item>{t('secured.waiting', { amount: formatKes(waitingKes) })}</List.Item>}
      {sendingKes > 0 && <List.Item>{t('secured.sending', { amount: formatKes(sendingKes) })}</List.Item>}
      {paidKes > 0 && <List.Item>{t('secured.paid', { amount: formatKes(paidKes) })}</List.Item>}
    </>
  )
}

function SetPassword() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <Text fw={600}>{t('secured.next')}</Text>
      <Button
        fullWidth
        onClick={() => void navigate({ to: '/reset-password', state: { mayResetPassword: true } })}
      >
        {t('reset.title')}
      </Button>
    </>
  )
}
