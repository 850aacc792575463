import { formatKes } from '@chuma/contract/format-money'
import type { ClusterDecision, ClusterPreview } from '@chuma/contract/payouts/clusters'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import classes from '../../admin/list.module.css'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'

type Props = {
  id: string
  decision: ClusterDecision
  preview: ClusterPreview
  opened: boolean
  onClose: () => void
}

/** Shows what a decision does to all members at once, and asks for its reason. */
export function DecideClusterDialog({ id, decision, preview, opened, onClose }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('staff.required')) },
  })
  const decide = useDecide(onClose)
  const submit = ({ reason }: { reason: string }) =>
    decide.mutate({ id, version: preview.version, decision, reason })
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`clusterDecision.${decision}`)}>
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          <Text>{t(`clusterEffect.${decision}`, { count: preview.memberCount })}</Text>
          <ul className={classes.changes} aria-label={t('clusters.effect')}>
            {listEffects(t, decision, preview).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <Textarea
            label={t('admin.reason')}
            description={t(decision === 'pause' ? 'clusters.reasonRead' : 'clusters.reasonKept')}
            maxLength={500}
            rows={3}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <DialogButtons
            action={t(`clusterDecision.${decision}`)}
            isPending={decide.isPending}
            isDanger={decision === 'pause'}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function listEffects(t: Translate, decision: ClusterDecision, preview: ClusterPreview): string[] {
  const { openWithdrawals: count, openKes, paidKes, heldWithdrawals, pausedCount } = preview
  const paid = t('clusters.effectPaid', { amount: formatKes(paidKes) })
  if (decision === 'hold') return [t('clusters.effectHeld', { count, amount: formatKes(openKes) }), paid]
  if (decision === 'release') return [t('clusters.effectReleased', { count: heldWithdrawals })]
  if (decision === 'pause')
    return [
      t('clusters.effectPaused', { count: preview.memberCount - pausedCount, before: pausedCount }),
      t('clusters.effectWait', { count, amount: formatKes(openKes) }),
      paid,
    ]
  return [t('clusters.effectReleased', { count: heldWithdrawals }), t('clusters.effectDismissed')]
}

function useDecide(onClose: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  return trpc.admin.decideCluster.useMutation({
    onSuccess: ({ state }) => {
      const message = t('clusters.done', { state: t(`clusterState.${state}`) })
      showToast({ kind: 'success', title: t('clusters.doneTitle'), message })
      onClose()
    },
    onError: (error) => {
      showFailure(error)
      // Someone else decided, or an account joined: this screen is out of date.
      onClose()
    },
    onSettled: () =>
      Promise.all([
        utils.admin.listClusters.invalidate(),
        utils.admin.getCluster.invalidate(),
        utils.admin.previewCluster.invalidate(),
      ]),
  })
}
