import { POSTING_KINDS } from '@chuma/contract/posting-kinds'
import type { Activity } from '@chuma/contract/wallet/wallet'
import { Button, NativeSelect } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import noHistory from '../../art/no-history.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import { DownloadButton } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeZoneNote } from '../../ui/figures/time-zone-note.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { LoadMore } from '../../ui/states/load-more.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { MovedPoints, MovementList, MovementRow, Quiet } from '../movements.tsx'
import { type ActivityFilter, readActivityFilter, STATES } from './activity-filter.ts'
import classes from './activity-page.module.css'
import { describeState } from './describe-state.ts'

/** The member's history: what changed their points or will, and why. */
export function ActivityPage({ filter }: { filter: ActivityFilter }) {
  const t = useT()
  return (
    <Page
      title={t('activity.title')}
      lead={t('activity.lead')}
      aside={
        <BackLink to="/dashboard" search={{ tab: 'wallet' }}>
          {t('activity.back')}
        </BackLink>
      }
    >
      <div className={classes.tools}>
        <FilterFields filter={filter} />
        <DownloadButton from="/api/activity.csv" fileName={t('activity.fileName')}>
          {t('activity.download')}
        </DownloadButton>
        <Link to="/statements" className={blocks.link}>
          {t('activity.statements')}
        </Link>
      </div>
      <Panel aria-label={t('activity.list')}>
        <TimeZoneNote />
        <ActivityLines filter={filter} />
      </Panel>
    </Page>
  )
}

function FilterFields({ filter }: { filter: ActivityFilter }) {
  const t = useT()
  const navigate = useNavigate()
  const choose = (change: Record<string, string>) =>
    void navigate({
      to: '/activity',
      search: readActivityFilter({ ...filter, ...change }),
      resetScroll: false,
    })
  const everything = { value: '', label: t('activity.all') }
  return (
    <search className={classes.filters} aria-label={t('activity.filters')}>
      <NativeSelect
        label={t('activity.kind')}
        data={[everything, ...POSTING_KINDS.map((value) => ({ value, label: t(`activityKind.${value}`) }))]}
        value={filter.kind ?? ''}
        onChange={(event) => choose({ kind: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('activity.state')}
        data={[everything, ...STATES.map((value) => ({ value, label: t(`activityState.${value}`) }))]}
        value={filter.state ?? ''}
        onChange={(event) => choose({ state: event.currentTarget.value })}
      />
    </search>
  )
}

/** The lines page by page, newest first. */
function ActivityLines({ filter }: { filter: ActivityFilter }) {
  const t = useT()
  const query = useInfiniteQuery(activityPages(trpc.useUtils().client, filter))
  return (
    <>
      <ResultCount count={query.data?.pages.flat().length} />
      <QueryView query={query} skeleton={<Skeletons count={6} height={72} />}>
        {({ pages }) =>
          pages[0]?.length ? (
            <MovementList aria-label={t('activity.list')}>
              {pages.flat().map((line) => (
                <ActivityLine key={line.id} line={line} />
              ))}
            </MovementList>
          ) : (
            <NoLines isFiltered={Object.keys(filter).length > 0} />
          )
        }
      </QueryView>
      <LoadMore query={query} mt="sm" />
    </>
  )
}

function NoLines({ isFiltered }: { isFiltered: boolean }) {
  const t = useT()
  if (!isFiltered)
    return <EmptyState art={noHistory} title={t('activity.emptyTitle')} text={t('activity.emptyText')} />
  return (
    <EmptyState
      title={t('activity.noMatchTitle')}
      text={t('activity.noMatchText')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/activity" {...props} />}>
          {t('activity.clearFilters')}
        </Button>
      }
    />
  )
}

const PAGE_SIZE = 20

/** Load lines page by page. tRPC's own infinite query requires an input named `cursor`; here it is `before`. */
function activityPages(client: ApiClient, filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(trpc.wallet.listActivity), 'all', filter],
    queryFn: ({ pageParam, signal }) =>
      client.wallet.listActivity.query(
        { ...filter, limit: PAGE_SIZE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

const BY_PARTNER = new Set(['reversed-by-partner', 'reversed-before-it-came'])

function ActivityLine({ line }: { line: Activity }) {
  const t = useT()
  const { description, points, heldPoints, createdAt, state, availableAt, reason } = line
  return (
    <MovementRow
      description={description}
      time={<time dateTime={createdAt}>{formatDateTime(createdAt)}</time>}
      details={
        <>
          {reason && (
            <Quiet>
              {BY_PARTNER.has(reason) ? t('activity.takenBack') : t('activity.reason', { reason })}
            </Quiet>
          )}
          <CauseLink line={line} />
        </>
      }
    >
      <MovedPoints points={points} heldPoints={heldPoints} isVoid={isVoid(state)} />
      <StateBadge line={line} />
      {state === 'pending' && availableAt && (
        <Quiet>{t('activity.availableOn', { time: formatDateTime(availableAt) })}</Quiet>
      )}
    </MovementRow>
  )
}

function isOnHold(line: Activity): boolean {
  return describeState(line) === 'held'
}

/** Its points are not part of any balance. */
function isVoid(state: Activity['state']): boolean {
  return state === 'cancelled' || state === 'reversed'
}

function StateBadge({ line }: { line: Activity }) {
  const t = useT()
  const word = t(`activityState.${describeState(line)}`)
  switch (line.state) {
    case 'review':
    case 'pending':
      return (
        <StatusBadge tone="wait" icon={<IconClock size={16} />}>
          {word}
        </StatusBadge>
      )
    case 'reversed':
      return (
        <StatusBadge tone="bad" icon={<IconArrowBackUp size={16} />}>
          {word}
        </StatusBadge>
      )
    case 'cancelled':
      return (
        <StatusBadge tone="bad" icon={<IconBan size={16} />}>
          {word}
        </StatusBadge>
      )
    case 'available':
      return (
        <StatusBadge
          tone={isOnHold(line) ? 'wait' : 'good'}
          icon={isOnHold(line) ? <IconClock size={16} /> : <IconCheck size={16} />}
        >
          {word}
        </StatusBadge>
      )
  }
}

/** Links a line to what caused it, if that has a page. */
function CauseLink({ line: { kind, causeId } }: { line: Activity }) {
  const t = useT()
  const surveys = trpc.surveys.listUserSurveys.useQuery(undefined, { enabled: kind === 'survey' })
  switch (kind) {
    case 'hold':
    case 'release':
    case 'payout':
    case 'payout-returned':
    case 'payout-late':
    case 'payout-duplicate':
      return (
        <Link to="/withdraw" className={classes.cause}>
          {t('activity.toWithdrawals')}
        </Link>
      )
    case 'survey': {
      if (!causeId || !surveys.data) return null
      // A partner's survey is paid for a click, not for the survey itself.
      const isOurs = surveys.data.some(({ surveyId }) => surveyId === causeId)
      return isOurs ? <SurveyLink surveyId={causeId} /> : <ClicksLink />
    }
    case 'referral':
      return (
        <Link to="/invite" className={classes.cause}>
          {t('activity.toFriends')}
        </Link>
      )
    case 'offer':
    case 'claim':
    case 'reversal':
      return causeId && <ClicksLink />
    default:
      return null
  }
}

function SurveyLink({ surveyId }: { surveyId: string }) {
  const t = useT()
  return (
    <Link to="/survey/$surveyId" params={{ surveyId }} className={classes.cause}>
      {t('activity.toSurvey')}
    </Link>
  )
}

function ClicksLink() {
  const t = useT()
  return (
    <Link to="/clicks" className={classes.cause}>
      {t('activity.toClicks')}
    </Link>
  )
}

export function loadActivity(loading: Loading & { deps: ActivityFilter }): void {
  loadForMember(loading, ({ wallet }, { client, queryClient }) => [
    wallet.getTerms.prefetch(),
    queryClient.prefetchInfiniteQuery(activityPages(client, loading.deps)),
  ])
}
