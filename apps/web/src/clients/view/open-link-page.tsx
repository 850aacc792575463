import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AuthFrame } from '../../auth/auth-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import { clientApi, saveClientToken } from '../client-api.ts'

/** Exchanges a link for a session when it is pressed: a mail scanner that opens the page uses nothing up. */
export function OpenLinkPage({ token }: { token: string }) {
  const t = useT()
  const navigate = useNavigate()
  const open = useMutation({
    mutationFn: () => clientApi.clients.openLink.mutate({ token }),
    onSuccess: ({ token: session, me }) => {
      saveClientToken(session)
      void navigate({
        to: '/client',
        search: me.surveyId === null ? {} : { survey: me.surveyId },
        replace: true,
      })
    },
  })
  return (
    <AuthFrame title={t('client.openTitle')} lead={t('client.openLead')}>
      <Stack>
        {open.isError && (
          <Text role="alert" c="var(--chuma-bad)">
            {serverMessage(open.error, t('state.failedText'))}
          </Text>
        )}
        <Button loading={open.isPending} onClick={() => open.mutate()} fullWidth>
          {t('client.open')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}
