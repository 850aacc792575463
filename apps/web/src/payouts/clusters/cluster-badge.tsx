import { CLUSTER_ATTENTION, type Cluster, type ClusterState } from '@chuma/contract/payouts/clusters'
import { IconFlag, IconHandStop, IconPlayerPause, IconUsers } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

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
