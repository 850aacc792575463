import type { ClusterState } from '@chuma/contract/payouts/clusters'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '../../admin/list.module.css'
import { PageTurner } from '../../admin/page-turner.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
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
  const [after, setAfter] = useState<string>()
  const query = trpc.admin.listClusters.useQuery(
    { limit: PAGE_SIZE, ...(state && { state }), ...(after && { after }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('clusters.title')} text={t('clusters.text')}>
      <NativeSelect
        label={t('desk.filter')}
        value={state ?? ''}
        onChange={({ currentTarget }) => {
          setState(STATES.find((each) => each === currentTarget.value))
          setAfter(undefined)
        }}
        data={[
          { value: '', label: t('desk.all') },
          ...STATES.map((each) => ({ value: each, label: t(`clusterState.${each}`) })),
        ]}
      />
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={112} />}>
        {(clusters) => (
          <>
            {clusters.length === 0 && (
              <EmptyState art={nothingToReview} title={t('clusters.none')} text={t('clusters.noneText')} />
            )}
            <ul className={blocks.list} aria-label={t('clusters.list')}>
              {clusters.map((cluster) => (
                <li key={cluster.id} className={classes.row}>
                  <div className={classes.head}>
                    <Link to="/admin/clusters" search={{ cluster: cluster.id }} className={blocks.link}>
                      {t('clusters.accounts', { count: cluster.memberCount })}
                    </Link>
                    <ClusterBadge cluster={cluster} />
                  </div>
                  <p className={classes.words}>
                    {cluster.reasons
                      .slice(0, REASONS_SHOWN)
                      .map((reason) => describeReason(t, reason))
                      .join(' · ')}
                  </p>
                  <p className={blocks.quiet}>
                    {t('clusters.atStake')}:{' '}
                    <Amount points={cluster.points} kes={cluster.amountKes} size="sm" />
                  </p>
                </li>
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={clusters.length === PAGE_SIZE ? clusters.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}
