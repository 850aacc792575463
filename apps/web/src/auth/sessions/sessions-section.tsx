import type { MemberSession } from '@chuma/contract/account/account'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SessionItems } from './session-items.tsx'

/** The devices the member is signed in on, with a button to sign each one out. */
export function SessionsSection() {
  const t = useT()
  const sessions = trpc.account.listSessions.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  return (
    <Section title={t('sessions.title')} text={t('sessions.lead')}>
      <QueryView query={sessions} skeleton={<Skeletons count={2} height={76} />}>
        {(list) => <SessionList sessions={list} />}
      </QueryView>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: MemberSession[] }) {
  const t = useT()
  const [ending, setEnding] = useState<MemberSession | 'others' | null>(null)
  return (
    <>
      <SessionItems sessions={sessions} onEnd={setEnding} />
      {sessions.length > 1 ? (
        <Button variant="default" onClick={() => setEnding('others')}>
          {t('sessions.endOthers')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('sessions.onlyThis')}
        </Text>
      )}
      <EndSessionDialog ending={ending} onClose={() => setEnding(null)} />
    </>
  )
}

type Ending = MemberSession | 'others'
type Props = {
  /** The session or sessions to sign out; null while the dialog is closed. */
  ending: Ending | null
  onClose: () => void
}

function EndSessionDialog({ ending, onClose }: Props) {
  const t = useT()
  const { endOne, endOthers, isPending } = useEndSession(onClose)
  // Keep the text while the dialog fades out.
  const [asked, setAsked] = useState<Ending>('others')
  if (ending !== null && ending !== asked) setAsked(ending)
  const isOne = asked !== 'others'
  return (
    <Dialog
      opened={ending !== null}
      onClose={onClose}
      title={t(isOne ? 'sessions.endTitle' : 'sessions.endOthersTitle')}
    >
      <Stack>
        <Text>{isOne ? t('sessions.endText', { device: asked.device }) : t('sessions.endOthersText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button
            data-autofocus
            disabled={isPending}
            onClick={() => (isOne ? endOne({ id: asked.id }) : endOthers())}
          >
            {t(isOne ? 'sessions.end' : 'sessions.endOthers')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Sign out other devices, report the outcome and reload the list. */
function useEndSession(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    onSuccess: ({ message }: { message: string }) => {
      onDone()
      showToast({ kind: 'success', title: t('sessions.endedTitle'), message })
    },
    onError: (error: unknown) => {
      onDone()
      const data = isApiError(error) ? error.data : null
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      if (data?.httpStatus === 401) return
      if (data?.appCode === 'NOT_FOUND') {
        showToast({ title: t('sessions.endedTitle'), message: t('sessions.goneText') })
        return
      }
      const message = serverMessage(error, t('settings.failed'))
      showToast({ kind: 'error', title: t('sessions.failedTitle'), message })
    },
    onSettled: () => utils.account.listSessions.invalidate(),
  }
  const one = trpc.account.endSession.useMutation(handlers)
  const others = trpc.account.endOtherSessions.useMutation(handlers)
  return { endOne: one.mutate, endOthers: others.mutate, isPending: one.isPending || others.isPending }
}
