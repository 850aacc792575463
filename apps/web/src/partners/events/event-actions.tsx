import type { PartnerEventDetail } from '@chuma/contract/partners/partners'
import { Button } from '@mantine/core'
import classes from '../../admin/list.module.css'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { MatchDialog } from './match-dialog.tsx'
import { useRefreshEvents } from './use-refresh-events.ts'

/** Staff's actions on an event: process it again with the current settings, or match it to a member. */
export function EventActions({ event: { id, outcome } }: { event: PartnerEventDetail }) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<'replay' | 'match'>()
  const refresh = useRefreshEvents()
  const replay = trpc.partners.replayEvent.useMutation({
    onSuccess: (made) =>
      showToast({
        kind: 'success',
        title: t('partnerEvents.replayed', { outcome: t(`outcome.${made.outcome}`) }),
      }),
    onError: useShowFailure(),
    onSettled: () => {
      close()
      return refresh()
    },
  })
  return (
    <div className={classes.bar}>
      {outcome === 'unmatched' && <Button onClick={() => ask('match')}>{t('partnerEvents.match')}</Button>}
      <Button variant="default" onClick={() => ask('replay')}>
        {t('partnerEvents.replay')}
      </Button>
      {subject === 'replay' && (
        <ConfirmDialog
          title={t('partnerEvents.replayTitle')}
          text={t('partnerEvents.replayText')}
          action={t('partnerEvents.replay')}
          opened={isOpen}
          isPending={replay.isPending}
          onConfirm={() => replay.mutate({ id })}
          onClose={close}
        />
      )}
      {subject === 'match' && <MatchDialog eventId={id} opened={isOpen} onClose={close} />}
    </div>
  )
}
