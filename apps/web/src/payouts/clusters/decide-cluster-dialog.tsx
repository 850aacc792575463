import { formatKes } from '@chuma/contract/format-money'
import {
  CLUSTER_ATTENTION,
  type Cluster,
  type ClusterDecision,
  type ClusterPreview,
  type ClusterReason,
  type ClusterState,
} from '@chuma/contract/payouts/clusters'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFlag, IconHandStop, IconPlayerPause, IconUsers } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useShowFailure } from '../../admin/actions.tsx'
import classes from '../../admin/list.module.css'
import { FilterSelect, PagedList, usePages } from '../../admin/lists.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'

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

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_CLUSTERS = { limit: PAGE_SIZE } as const
const STATES: readonly ClusterState[] = ['found', 'held', 'paused', 'released', 'dismissed']
/** The rest is on the cluster's own page. */
const REASONS_SHOWN = 2

export function ClustersSection() {
  const t = useT()
  const [state, setState] = useState<ClusterState>()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listClusters.useQuery(
    { ...pages.input, ...(state && { state }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('clusters.title')} text={t('clusters.text')}>
      <FilterSelect
        values={STATES}
        describe={(each) => t(`clusterState.${each}`)}
        value={state}
        onChange={(chosen) => {
          setState(chosen)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={t('clusters.list')}
        rowHeight={112}
        empty={{ art: nothingToReview, title: t('clusters.none'), text: t('clusters.noneText') }}
      >
        {(cluster) => <ClusterRow key={cluster.id} cluster={cluster} />}
      </PagedList>
    </Section>
  )
}

function ClusterRow({ cluster }: { cluster: Cluster }) {
  const t = useT()
  const { id, memberCount, reasons, points, amountKes } = cluster
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/clusters" search={{ cluster: id }} className={blocks.link}>
          {t('clusters.accounts', { count: memberCount })}
        </Link>
        <ClusterBadge cluster={cluster} />
      </div>
      <p className={classes.words}>
        {reasons
          .slice(0, REASONS_SHOWN)
          .map((reason) => describeReason(t, reason))
          .join(' · ')}
      </p>
      <p className={blocks.quiet}>
        {t('clusters.atStake')}: <Amount points={points} kes={amountKes} size="sm" />
      </p>
    </li>
  )
}

const ICONS: Partial<Record<ClusterState, typeof IconFlag>> = {
  found: IconFlag,
  held: IconHandStop,
  paused: IconPlayerPause,
}

/** The state and the score of a cluster. */
export function ClusterBadge({ cluster: { state, score } }: { cluster: Pick<Cluster, 'state' | 'score'> }) {
  const t = useT()
  const Icon = ICONS[state] ?? IconUsers
  const isWaiting = state === 'found' && score >= CLUSTER_ATTENTION
  const isStopped = state === 'held' || state === 'paused'
  return (
    <StatusBadge tone={isWaiting ? 'bad' : isStopped ? 'wait' : 'quiet'} icon={<Icon size={16} />}>
      {t('clusters.stateAndScore', { state: t(`clusterState.${state}`), score })}
    </StatusBadge>
  )
}

/** Say one reason of a cluster's score in a sentence. */
export function describeReason(
  t: Translate,
  { code, count, of, minutes = 0, method }: ClusterReason,
): string {
  if (code === 'one-destination')
    return t('clusterReason.one-destination', { count, place: t(`clusterPlace.${method ?? 'any'}`) })
  if (code === 'signed-up-together') return t('clusterReason.signed-up-together', { count, minutes })
  if (code === 'many-accounts') return t('clusterReason.many-accounts', { count })
  return t(`clusterReason.${code}`, { count, of })
}
