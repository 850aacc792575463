import { useAction } from '../../ui/actions/use-action.ts'
import '@mantine/core/styles/List.layer.css'
import type { DescribedLink, SecuredAccount } from '@chuma/contract/auth/security-links'
import { formatKes } from '@chuma/contract/format-money'
import { Button, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, isApiError, serverMessage, trpc } from '../../trpc.ts'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { saveUserSession } from '../session.ts'

/** The destination of "This wasn't me". Nothing happens until the button is pressed: mail scanners open links too. */
export function NotMePage() {
  const token = useFragmentToken()
  const secured = useLocation({ select: ({ state }) => state.secured })
  if (secured && token === null) return <Secured secured={secured} />
  return token === null ? <NoLink /> : <OpenedLink key={token} token={token} />
}

function OpenedLink({ token }: { token: string }) {
  const secured = useLocation({ select: ({ state }) => state.secured })
  const [refusal, setRefusal] = useState<string | null>(null)
  const link = useDescribedLink(token)
  if (secured) return <Secured secured={secured} />
  if (refusal !== null) return <NoLink refusal={refusal} />
  if (link.isPending) return <LoadingScreen />
  if (link.error) {
    const code = isApiError(link.error) ? link.error.data?.appCode : null
    if (code === 'SECURITY_LINK_INVALID' || code === 'LINK_INVALID' || code === 'INVALID_INPUT')
      return <NoLink refusal={serverMessage(link.error, '')} />
    return <ErrorState error={link.error} onRetry={() => void link.refetch()} />
  }
  return <NotMeQuestion token={token} link={link.data} onRefused={setRefusal} />
}

/** Without a token, as after a reload, or with one that no longer works. */
function NoLink({ refusal }: { refusal?: string }) {
  const t = useT()
  return (
    <AuthFrame title={t('notMe.title')}>
      <Stack>
        {refusal ? (
          <Text role="alert" fw={600}>
            {refusal}
          </Text>
        ) : (
          <Text>{t('notMe.noLink')}</Text>
        )}
        <Text c="dimmed">{t('notMe.otherwise')}</Text>
        <Button fullWidth renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
          {t('reset.title')}
        </Button>
        <Button variant="default" fullWidth renderRoot={(props) => <Link to="/contact" {...props} />}>
          {t('contact.title')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

/** What the link would do. A mutation, because a query's input would be in the address of the call. */
function useDescribedLink(token: string) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['described-link', token],
    queryFn: () => client.auth.describeLink.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (count, error) => count < 2 && !isApiError(error),
  })
}

/** Take the token of a security mail from the address and remove it there: it must not be bookmarked or shared. */
function useFragmentToken(): string | null {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [token, setToken] = useState(hash || null)
  useEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: '/not-me', hash: '', replace: true })
  }, [hash, navigate])
  return token
}

/** What happened to the account, and what waits. Honest about money that cannot be stopped. */
function Secured({ secured }: { secured: Omit<SecuredAccount, 'session'> }) {
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

type Props = {
  token: string
  link: DescribedLink
  /** The link no longer works, with the server's message. */
  onRefused: (message: string) => void
}

/** Says what the button does, and does it once. */
function NotMeQuestion({ token, link: { purpose, email }, onRefused }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const secure = useAction(trpc.auth.secureAccount, {
    onDone: async ({ session, ...secured }) => {
      // Before the session is saved: the page is mounted again for a member, and would have forgotten the answer.
      await navigate({ to: '/not-me', replace: true, state: { secured } })
      if (session) saveUserSession(session)
    },
    onFailed: (error) => {
      const isInvalid = codeOf(error) === 'SECURITY_LINK_INVALID'
      if (isInvalid) onRefused(serverMessage(error, ''))
      return isInvalid
    },
    failure: { title: t('notMe.failedTitle'), offline: t('link.failedOffline'), saysEnded: true },
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
          onClick={() => secure.run({ token, rememberDevice: true })}
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
