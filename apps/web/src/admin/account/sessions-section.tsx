import type { MemberSession } from '@chuma/contract/account/account'
import { SessionItems } from '../../auth/sessions/session-items.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useShowFailure } from '../use-show-failure.ts'

/** The sessions of this account. */
export function SessionsSection() {
  const t = useT()
  const sessions = trpc.admin.listSessions.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  return (
    <Section title={t('staffSessions.title')} text={t('staffSessions.text')}>
      <QueryView query={sessions} skeleton={<Skeletons count={2} height={76} />}>
        {(list) => <SessionList sessions={list} />}
      </QueryView>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: MemberSession[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { subject, isOpen, ask, close } = useAsked<MemberSession>()
  const showFailure = useShowFailure()
  const end = trpc.admin.endSession.useMutation({
    onSuccess: ({ message }) => showToast({ kind: 'success', title: t('sessions.endedTitle'), message }),
    onError: showFailure,
    onSettled: () => {
      close()
      return utils.admin.listSessions.invalidate()
    },
  })
  return (
    <>
      <SessionItems sessions={sessions} onEnd={ask} />
      {subject && (
        <ConfirmDialog
          title={t('sessions.endTitle')}
          text={t('sessions.endText', { device: subject.device })}
          action={t('sessions.end')}
          opened={isOpen}
          isPending={end.isPending}
          onConfirm={() => end.mutate({ id: subject.id })}
          onClose={close}
        />
      )}
    </>
  )
}
