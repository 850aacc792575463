import { POSTING_KINDS } from '@chuma/contract/posting-kinds'
import type { Activity } from '@chuma/contract/wallet/wallet'
import { Button, NativeSelect } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import noHistory from '../../art/no-history.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import { DownloadButton } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeZoneNote } from '../../ui/figures/time-ago.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { type KeysetPage, keysetPages, LoadMore, ResultCount } from '../../ui/states/keyset-pages.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { describeState, MovedPoints, MovementList, MovementRow, Quiet } from '../movements.tsx'
import { type ActivityFilter, readActivityFilter, STATES } from '../search.ts'
import classes from './activity-page.module.css'

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
          {t('word.downloadAsCsv')}
        </DownloadButton>
        <Link to="/statements" className={blocks.link}>
          {t('activity.statements')}
        </Link>
      </div>
      <Panel aria-label={t('word.yourActivity')}>
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
    <search className={classes.filters} aria-label={t('word.filter')}>
      <NativeSelect
        label={t('word.kind')}
        data={[everything, ...POSTING_KINDS.map((value) => ({ value, label: t(`activityKind.${value}`) }))]}
        value={filter.kind ?? ''}
        onChange={(event) => choose({ kind: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('word.state')}
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
            <MovementList aria-label={t('word.yourActivity')}>
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

export function activityPages(client: ApiClient, filter: ActivityFilter) {
  return {
    ...keysetPages({
      key: [...getQueryKey(trpc.wallet.listActivity), filter],
      size: PAGE_SIZE,
      load: (page: KeysetPage<string>, signal) =>
        client.wallet.listActivity.query({ ...filter, ...page }, { signal }),
      cursorOf: ({ id }) => id,
      cursor: 'before',
    }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  }
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

/** Its points are not part of any balance. */
function isVoid(state: Activity['state']): boolean {
  return state === 'cancelled' || state === 'reversed'
}

const BADGES = {
  review: ['wait', IconClock],
  pending: ['wait', IconClock],
  available: ['good', IconCheck],
  reversed: ['bad', IconArrowBackUp],
  cancelled: ['bad', IconBan],
} as const

function StateBadge({ line }: { line: Activity }) {
  const t = useT()
  const shown = describeState(line)
  const [tone, Icon] = BADGES[line.state === 'available' && shown === 'held' ? 'review' : line.state]
  return (
    <StatusBadge tone={tone} Icon={Icon}>
      {t(`activityState.${shown}`)}
    </StatusBadge>
  )
}

/** Links a line to what caused it, if that has a page. */
function CauseLink({ line: { kind, causeId } }: { line: Activity }) {
  const t = useT()
  const surveys = trpc.surveys.listUserSurveys.useQuery(undefined, { enabled: kind === 'survey' })
  const link = (to: '/withdraw' | '/invite' | '/clicks', words: string) => (
    <Link to={to} className={classes.cause}>
      {words}
    </Link>
  )
  const clicks = link('/clicks', t('activity.toClicks'))
  switch (kind) {
    case 'hold':
    case 'release':
    case 'payout':
    case 'payout-returned':
    case 'payout-late':
    case 'payout-duplicate':
      return link('/withdraw', t('activity.toWithdrawals'))
    case 'survey':
      if (!causeId || !surveys.data) return null
      // A partner's survey is paid for a click, not for the survey itself.
      if (!surveys.data.some(({ surveyId }) => surveyId === causeId)) return clicks
      return (
        <Link to="/survey/$surveyId" params={{ surveyId: causeId }} className={classes.cause}>
          {t('activity.toSurvey')}
        </Link>
      )
    case 'referral':
      return link('/invite', t('activity.toFriends'))
    case 'offer':
    case 'claim':
    case 'reversal':
      return causeId && clicks
    default:
      return null
  }
}
