import { Button, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage } from '../../trpc.ts'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { NotMeQuestion } from './not-me-question.tsx'
import { Secured } from './secured.tsx'
import { useDescribedLink } from './use-described-link.ts'
import { useFragmentToken } from './use-fragment-token.ts'

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
