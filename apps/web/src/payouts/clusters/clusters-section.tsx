import type { Cluster, ClusterState } from '@chuma/contract/payouts/clusters'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterSelect } from '../../admin/filter-select.tsx'
import classes from '../../admin/list.module.css'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ClusterBadge } from './cluster-badge.tsx'
import { describeReason } from './describe-reason.ts'

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
