import type { AdminUser } from '@chuma/contract/account/members'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { MoreRows } from '../../admin/more-rows.tsx'
import { moveFocus } from '../../admin/move-focus.ts'
import { formatShortDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { PauseDialog } from '../../payouts/pauses/pause-dialog.tsx'
import { type ApiClient, trpc } from '../../trpc.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { EditEarningsDialog } from './edit-earnings-dialog.tsx'
import { listStanding, type WithStanding } from './list-standing.ts'
import { type MemberFilter, toListInput } from './member-filter.ts'
import classes from './users.module.css'

type Props = { filter: MemberFilter; onClear: () => void }

export function UserList({ filter, onClear }: Props) {
  const t = useT()
  const query = useInfiniteQuery(memberPages(trpc.useUtils().client, filter))
  return (
    <>
      <ResultCount count={query.data?.pages.flat().length} />
      <MoreRows
        query={query}
        skeleton={<Skeletons count={6} height={48} />}
        empty={
          <Panel tone="quiet">
            <EmptyState
              icon={<IconUserSearch />}
              title={t('members.emptyTitle')}
              text={t('members.emptyText')}
              action={
                <Button variant="default" onClick={onClear}>
                  {t('members.clear')}
                </Button>
              }
            />
          </Panel>
        }
      >
        {(users) => (
          <div className={classes.table}>
            <div className={classes.head} aria-hidden>
              {COLUMNS.map((column) => (
                <span key={column}>{t(`memberColumn.${column}`)}</span>
              ))}
            </div>
            <ul className={classes.list} aria-label={t('members.title')} onKeyDown={moveFocus}>
              {users.map((user) => (
                <UserRow key={user.id} user={user} />
              ))}
            </ul>
          </div>
        )}
      </MoreRows>
    </>
  )
}

const COLUMNS = ['member', 'standing', 'points', 'earned', 'surveys', 'seen'] as const
const PAGE_SIZE = 25

/** Load members page by page. tRPC's own infinite query requires an input named `cursor`. */
export function memberPages(client: ApiClient, filter: MemberFilter) {
  const input = toListInput(filter)
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(trpc.admin.listMembers), 'all', input],
    queryFn: ({ pageParam, signal }) =>
      client.admin.listMembers.query(
        { ...input, limit: PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
  })
}

/** One line: who, standing, points, earnings, surveys, when they were here, and actions. */
function UserRow({ user }: { user: AdminUser }) {
  const t = useT()
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Link
          to="/admin/members/$memberId"
          params={{ memberId: user.id }}
          className={classes.name}
          data-stop="member"
        >
          {`${user.firstName} ${user.lastName}`}
        </Link>
        <span className={classes.second} title={user.email}>
          {user.email}
        </span>
      </div>
      <div className={classes.marks}>
        <MemberMarks user={user} />
      </div>
      <div className={classes.points}>
        <PointsAmount points={user.points} size="sm" />
      </div>
      <div className={classes.earned}>
        <PointsAmount points={user.totalEarnings} size="sm" />
        <span className={classes.second}>
          {t('members.monthShort', { points: formatPoints(t, user.thisMonthEarnings) })}
        </span>
      </div>
      <div className={classes.surveys}>
        <span>{t('members.surveysShort', { count: user.surveysCompleted })}</span>
        <span className={classes.second}>{t('members.ratingShort', { rating: user.rating.toFixed(1) })}</span>
      </div>
      <div className={classes.seen}>
        <TimeAgo date={user.lastSeenAt} />
        <span className={classes.second}>
          {user.country} · {t('members.since', { day: formatShortDay(user.createdAt) })}
        </span>
      </div>
      <UserActions user={user} />
    </li>
  )
}

function UserActions({ user }: { user: AdminUser }) {
  const t = useT()
  const mayEdit = useMay('members:edit')
  const mayPause = useMay('members:suspend')
  const [asked, setAsked] = useState<'edit' | 'pause' | null>(null)
  const name = `${user.firstName} ${user.lastName}`
  const close = () => setAsked(null)
  return (
    <div className={classes.menu}>
      {mayEdit && (
        <Button variant="default" onClick={() => setAsked('edit')}>
          {t('members.edit')}
        </Button>
      )}
      <RowMenu
        label={t('admin.actionsOf', { name })}
        actions={[
          {
            label: t('members.open'),
            link: (props) => <Link to="/admin/members/$memberId" params={{ memberId: user.id }} {...props} />,
          },
          ...(mayPause
            ? [
                {
                  label: t(user.isPaused ? 'pausing.lift' : 'pausing.pause'),
                  onClick: () => setAsked('pause'),
                },
              ]
            : []),
        ]}
      />
      {asked === 'edit' && <EditEarningsDialog user={user} onClose={close} />}
      <PauseDialog
        member={{ id: user.id, name, isPaused: user.isPaused }}
        opened={asked === 'pause'}
        onClose={close}
      />
    </div>
  )
}

/** The member's standing as small pictures; pointing at one names it. */
function MemberMarks({ user }: { user: WithStanding }) {
  const t = useT()
  return listStanding(user).map(({ Picture, tone, name }) => (
    <span key={name} className={classes.mark} data-tone={tone} title={t(name)}>
      <Picture aria-hidden size={18} />
      <VisuallyHidden>{t(name)}</VisuallyHidden>
    </span>
  ))
}
