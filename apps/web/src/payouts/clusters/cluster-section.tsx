import type { ClusterDetail } from '@chuma/contract/payouts/clusters'
import { actorName } from '../../admin/actor-name.ts'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ClusterBadge } from './cluster-badge.tsx'
import { ClusterDrawing } from './cluster-drawing.tsx'
import { ClusterMembers } from './cluster-members.tsx'
import { DecideCluster } from './decide-cluster.tsx'
import { describeReason } from './describe-reason.ts'
import { SignUps } from './sign-ups.tsx'

type Props = { id: string; mayDecide: boolean }

/** One cluster: what is at stake, why, who, and the decision. */
export function ClusterSection({ id, mayDecide }: Props) {
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
            <Section title={t('clusters.members')}>
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
