import type { DescribedLink, SecuredAccount } from '@chuma/contract/auth/security-links'
import { Button, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { saveUserSession } from '../session.ts'

type Props = {
  token: string
  link: DescribedLink
  /** The link no longer works, with the server's message. */
  onRefused: (message: string) => void
}

/** Says what the button does, and does it once. */
export function NotMeQuestion({ token, link: { purpose, email }, onRefused }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const secure = trpc.auth.secureAccount.useMutation({
    onSuccess: async ({ session, ...secured }) => {
      // Before the session is saved: the page is mounted again for a member, and would have forgotten the answer.
      await navigate({ to: '/not-me', replace: true, state: { secured } })
      if (session) saveUserSession(session)
    },
    onError: (error) => {
      const message = serverMessage(error, t('link.failedOffline'))
      if (isApiError(error) && error.data?.appCode === 'SECURITY_LINK_INVALID') return onRefused(message)
      showToast({ kind: 'error', title: t('notMe.failedTitle'), message })
    },
  })
  const first = purpose === 'undo-email' || purpose === 'cancel-email' ? purpose : null
  return (
    <AuthFrame title={t('notMe.title')} lead={t('notMe.lead', { email })}>
      <Stack>
        <Text>{t('notMe.what')}</Text>
        <List spacing="xs" my={0}>
          {first && <List.Item>{t(`notMe.${first}`)}</List.Item>}
          <List.Item>{t('notMe.sessions')}</List.Item>
          <List.Item>{t('notMe.password')}</List.Item>
          <List.Item>{t('notMe.added')}</List.Item>
          <List.Item>{t('notMe.payouts')}</List.Item>
        </List>
        <Button
          fullWidth
          loading={secure.isPending}
          onClick={() => secure.mutate({ token, rememberDevice: true })}
        >
          {t(purpose === 'undo-email' ? 'notMe.undo' : 'notMe.submit')}
        </Button>
        <Button variant="default" fullWidth renderRoot={(props) => <Link to="/" {...props} />}>
          {t('notMe.wasMe')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What "This wasn't me" has done, without the session. */
    secured?: Omit<SecuredAccount, 'session'>
  }
}
