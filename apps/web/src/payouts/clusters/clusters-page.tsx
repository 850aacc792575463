import '@mantine/core/styles/Table.layer.css'
import { formatKes } from '@chuma/contract/format-money'
import {
  CLUSTER_ATTENTION,
  type Cluster,
  type ClusterDecision,
  type ClusterDetail,
  type ClusterMember,
  type ClusterPreview,
  type ClusterReason,
  type ClusterState,
} from '@chuma/contract/payouts/clusters'
import { Button, Group, Table, Text } from '@mantine/core'
import { IconFlag, IconHandStop, IconPlayerPause, IconUsers } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { Amount, formatPoints } from '../../ui/figures/amount.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { ClusterDrawing } from './cluster-drawing.tsx'
import sheet from './clusters-page.module.css'

/** Groups of accounts that seem to belong to one person, and one decision about each. */
export function ClustersPage({ cluster }: { cluster?: string }) {
  const t = useT()
  return (
    <AdminFrame title={t('clusters.title')}>
      {({ permissions }) =>
        cluster ? (
          <ClusterSection key={cluster} id={cluster} mayDecide={permissions.includes('withdrawals:decide')} />
        ) : (
          <ClustersSection />
        )
      }
    </AdminFrame>
  )
}

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_CLUSTERS = { limit: PAGE_SIZE } as const
const STATES: readonly ClusterState[] = ['found', 'held', 'paused', 'released', 'dismissed']
/** The rest is on the cluster's own page. */
const REASONS_SHOWN = 2

function ClustersSection() {
  const t = useT()
  const { pages, filter, input } = useStateFilter<ClusterState>({
    size: PAGE_SIZE,
    states: STATES,
    describe: (each) => t(`clusterState.${each}`),
  })
  const query = trpc.admin.listClusters.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <Section text={t('clusters.text')}>
      {filter}
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

/** One cluster: what is at stake, why, who, and the decision. */
function ClusterSection({ id, mayDecide }: { id: string; mayDecide: boolean }) {
  const t = useT()
  const query = trpc.admin.getCluster.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/clusters">{t('clusters.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={3} height={220} />}>
        {(cluster) => (
          <>
            <Section title={t('clusters.accounts', { count: cluster.memberCount })}>
              <div className={classes.head}>
                <Amount points={cluster.points} kes={cluster.amountKes} size="lg" />
                <ClusterBadge cluster={cluster} />
              </div>
              <Decided cluster={cluster} />
              {mayDecide && <DecideCluster id={id} />}
            </Section>
            <Section title={t('clusters.why')} text={t('clusters.whyText', { score: cluster.score })}>
              <Reasons cluster={cluster} />
            </Section>
            <Section title={t('clusters.map')}>
              <ClusterDrawing cluster={cluster} />
            </Section>
            <Section title={t('word.members')}>
              <ClusterMembers members={cluster.members} />
            </Section>
            <Section title={t('clusters.signUps')}>
              <SignUps members={cluster.members} />
            </Section>
          </>
        )}
      </QueryView>
    </>
  )
}

function Decided({ cluster: { state, decidedAt, decidedBy, decisionReason } }: { cluster: ClusterDetail }) {
  const t = useT()
  if (!decidedAt || !decidedBy) return null
  return (
    <p className={classes.note}>
      {t('clusters.decided', {
        state: t(`clusterState.${state}`),
        name: actorName(t, decidedBy),
        time: formatDateTime(decidedAt),
        reason: decisionReason ?? '',
      })}
    </p>
  )
}

/** What raised the score, and what lowered it. */
function Reasons({ cluster: { reasons } }: { cluster: ClusterDetail }) {
  const t = useT()
  return (
    <ul className={classes.changes}>
      {reasons.map((reason) => (
        <li key={reason.code}>
          {describeReason(t, reason)} (
          {t('clusters.points', { sign: reason.points > 0 ? '+' : '', points: reason.points })})
        </li>
      ))}
    </ul>
  )
}

const MINUTE_MS = 60_000
const AN_HOUR = 60

/** When the members signed up, and how soon after one another. */
function SignUps({ members }: { members: readonly ClusterMember[] }) {
  const t = useT()
  return (
    <ol className={classes.changes}>
      {members.map(({ userId, userName, signedUpAt }, index) => {
        const before = members[index - 1]
        const minutes = before
          ? Math.round((Date.parse(signedUpAt) - Date.parse(before.signedUpAt)) / MINUTE_MS)
          : null
        return (
          <li key={userId}>
            {formatDateTime(signedUpAt)} · {userName}
            {minutes !== null && minutes <= AN_HOUR && ` · ${t('clusters.minutesLater', { minutes })}`}
          </li>
        )
      })}
    </ol>
  )
}

/** The decisions that are possible now. Each shows its effect before it asks for the reason. */
function DecideCluster({ id }: { id: string }) {
  const t = useT()
  const { data: preview } = trpc.admin.previewCluster.useQuery({ id })
  const { subject, isOpen, ask, close } = useAsked<ClusterDecision>()
  if (!preview) return null
  if (preview.ownAccounts.length > 0) {
    return (
      <Notice title={t('clusters.ownTitle')}>
        {t('clusters.own', { names: preview.ownAccounts.join(', ') })}
      </Notice>
    )
  }
  return (
    <>
      <Group>
        {preview.decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'hold' ? 'filled' : 'default'}
            onClick={() => ask(decision)}
          >
            {t(`clusterDecision.${decision}`)}
          </Button>
        ))}
      </Group>
      {subject && (
        <DecideClusterDialog
          key={subject}
          id={id}
          decision={subject}
          preview={preview}
          opened={isOpen}
          onClose={close}
        />
      )}
    </>
  )
}

/** The members of a cluster in a table: the drawing in words and figures. */
function ClusterMembers({ members }: { members: readonly ClusterMember[] }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is wider than the page.
    <section className={blocks.scroll} aria-label={t('word.members')} tabIndex={0}>
      <Table verticalSpacing="xs" miw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={sheet.member}>{t('word.member')}</Table.Th>
            <Table.Th>{t('clusters.shares')}</Table.Th>
            <Table.Th className={sheet.amount}>{t('word.points')}</Table.Th>
            <Table.Th className={sheet.amount}>{t('clusters.asked')}</Table.Th>
            <Table.Th className={sheet.amount}>{t('clusters.paid')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.userId}>
              <Table.Td>
                <Link
                  to="/admin/members/$memberId"
                  params={{ memberId: member.userId }}
                  className={blocks.link}
                >
                  {member.userName}
                </Link>
                <div className={blocks.quiet}>{member.userEmail}</div>
                {member.isPaused && <div className={blocks.quiet}>{t('clusterState.paused')}</div>}
                {member.sharesPhone && <div className={blocks.quiet}>{t('clusters.sharesPhone')}</div>}
              </Table.Td>
              <Table.Td>{member.edgeKinds.map((kind) => t(`clusterEdge.${kind}`)).join(', ')}</Table.Td>
              <Table.Td className={sheet.amount}>
                {formatPoints(t, member.availablePoints + member.heldPoints)}
              </Table.Td>
              <Table.Td className={sheet.amount}>{formatKes(member.openKes)}</Table.Td>
              <Table.Td className={sheet.amount}>{formatKes(member.paidKes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

type DecideClusterDialogProps = {
  id: string
  decision: ClusterDecision
  preview: ClusterPreview
  opened: boolean
  onClose: () => void
}

/** Shows what a decision does to all members at once, and asks for its reason. */
function DecideClusterDialog({ id, decision, preview, opened, onClose }: DecideClusterDialogProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useReason('reason', t('staff.required'))
  const decide = useAction(trpc.admin.decideCluster, {
    form,
    done: ({ state }) => ({
      title: t('clusters.doneTitle'),
      message: t('clusters.done', { state: t(`clusterState.${state}`) }),
    }),
    // After a refusal too: someone else decided, or an account joined, so this screen is out of date.
    onOver: onClose,
    onEnd: [utils.admin.listClusters, utils.admin.getCluster, utils.admin.previewCluster],
  })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t(`clusterDecision.${decision}`)}
      hint={t(decision === 'pause' ? 'clusters.reasonRead' : 'clusters.reasonKept')}
      action={t(`clusterDecision.${decision}`)}
      isDanger={decision === 'pause'}
      isPending={decide.isPending}
      onSend={(reason) => decide.run({ id, version: preview.version, decision, reason })}
    >
      <Text>{t(`clusterEffect.${decision}`, { count: preview.memberCount })}</Text>
      <ul className={classes.changes} aria-label={t('clusters.effect')}>
        {listEffects(t, decision, preview).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ReasonDialog>
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

const ICONS: Partial<Record<ClusterState, typeof IconFlag>> = {
  found: IconFlag,
  held: IconHandStop,
  paused: IconPlayerPause,
}

/** The state and the score of a cluster. */
function ClusterBadge({ cluster: { state, score } }: { cluster: Pick<Cluster, 'state' | 'score'> }) {
  const t = useT()
  const Icon = ICONS[state] ?? IconUsers
  const isWaiting = state === 'found' && score >= CLUSTER_ATTENTION
  const isStopped = state === 'held' || state === 'paused'
  return (
    <StatusBadge tone={isWaiting ? 'bad' : isStopped ? 'wait' : 'quiet'} Icon={Icon}>
      {t('clusters.stateAndScore', { state: t(`clusterState.${state}`), score })}
    </StatusBadge>
  )
}

/** Say one reason of a cluster's score in a sentence. */
function describeReason(t: Translate, { code, count, of, minutes = 0, method }: ClusterReason): string {
  if (code === 'one-destination')
    return t('clusterReason.one-destination', { count, place: t(`clusterPlace.${method ?? 'any'}`) })
  if (code === 'signed-up-together') return t('clusterReason.signed-up-together', { count, minutes })
  if (code === 'many-accounts') return t('clusterReason.many-accounts', { count })
  return t(`clusterReason.${code}`, { count, of })
}
