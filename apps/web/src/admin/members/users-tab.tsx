import type { RouterInputs } from '@chuma/api/types'
import type { AdminUser } from '@chuma/contract/account/members'
import { Button, NativeSelect, TextInput, Title, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconUserSearch } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { formatShortDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { PauseDialog } from '../../payouts/pauses/answer-dialog.tsx'
import { type ApiClient, trpc } from '../../trpc.ts'
import { moveFocus } from '../../ui/actions/move-focus.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { Panel } from '../../ui/page/page.tsx'
import { ResultCount } from '../../ui/states/keyset-pages.tsx'
import { FilterPopover, isTooShort, MoreRows } from '../../ui/states/staff-lists.tsx'
import { EmptyState, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { EditEarningsDialog, listStanding, type WithStanding } from './edit-earnings-dialog.tsx'
import { FLAGS, type MemberFilter, readMemberFilter, SORTS } from './member-filter.ts'
import classes from './users.module.css'

/** The tab of the admin dashboard. */
export function UsersTab() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const choose = (filter: MemberFilter) =>
    void navigate({
      to: pathname === '/admin-dashboard' ? '/admin-dashboard' : '/admin',
      search: { tab: 'users', ...filter },
      replace: true,
      resetScroll: false,
    })
  return (
    <section aria-labelledby="users">
      <Title order={2} id="users" mb="sm">
        {t('members.title')}
      </Title>
      <Users onChoose={choose} />
    </section>
  )
}

/** The same list on its own page. */
export function MembersPage() {
  const t = useT()
  const navigate = useNavigate()
  const choose = (search: MemberFilter) =>
    void navigate({ to: '/admin/members', search, replace: true, resetScroll: false })
  return <AdminFrame title={t('members.title')}>{() => <Users onChoose={choose} />}</AdminFrame>
}

/** All members, searched and sorted by the server; the address holds the filters. */
function Users({ onChoose }: { onChoose: (filter: MemberFilter) => void }) {
  const filter = readMemberFilter(useSearch({ strict: false }))
  return (
    <div>
      <UserFilters filter={filter} onChange={onChoose} />
      <UserList filter={filter} onClear={() => onChoose({})} />
    </div>
  )
}

type Props = { filter: MemberFilter; onChange: (filter: MemberFilter) => void }

const TYPING_MS = 350

function UserFilters({ filter, onChange }: Props) {
  const t = useT()
  const change = (field: keyof MemberFilter, value: string) =>
    onChange(readMemberFilter({ ...filter, [field]: value }))
  const answers = [
    { value: '', label: t('members.any') },
    { value: 'yes', label: t('members.yes') },
    { value: 'no', label: t('members.no') },
  ]
  return (
    <search aria-label={t('members.filters')} className={classes.tools}>
      <TypedFilter
        key={filter.q === undefined ? 'empty' : 'filled'}
        label={t('members.search')}
        hint={t('members.searchHint')}
        value={filter.q ?? ''}
        isWanted={(text) => text === '' || !isTooShort(text)}
        onChange={(q) => change('q', q)}
      />
      <FilterPopover count={Object.keys(filter).filter((name) => name !== 'q').length}>
        {FLAGS.map((name) => (
          <NativeSelect
            key={name}
            label={t(`members.flag.${name}`)}
            data={answers}
            value={filter[name] ?? ''}
            onChange={({ currentTarget }) => change(name, currentTarget.value)}
          />
        ))}
        <TypedFilter
          key={`country-${filter.country === undefined}`}
          label={t('members.country')}
          value={filter.country ?? ''}
          onChange={(country) => change('country', country)}
        />
        <NativeSelect
          label={t('members.sort')}
          data={SORTS.map((value) => ({ value, label: t(`members.sort.${value}`) }))}
          value={filter.sort ?? 'newest'}
          onChange={({ currentTarget }) => change('sort', currentTarget.value)}
        />
      </FilterPopover>
    </search>
  )
}

type TypedProps = {
  label: string
  hint?: string
  value: string
  isWanted?: (text: string) => boolean
  onChange: (text: string) => void
}

/** Searches once the typing pauses. */
function TypedFilter({ label, hint, value, isWanted = () => true, onChange }: TypedProps) {
  const [text, setText] = useState(value)
  const tell = useDebouncedCallback((next: string) => {
    if (isWanted(next.trim())) onChange(next)
  }, TYPING_MS)
  return (
    <TextInput
      type="search"
      {...(hint ? { 'aria-label': label, placeholder: hint } : { label })}
      maxLength={hint ? 100 : 60}
      leftSection={hint && <IconSearch aria-hidden size={20} />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        tell(currentTarget.value)
      }}
    />
  )
}

function UserList({ filter, onClear }: { filter: MemberFilter; onClear: () => void }) {
  const t = useT()
  const query = useInfiniteQuery(memberPages(trpc.useUtils().client, filter))
  return (
    <>
      <ResultCount count={query.data?.pages.flat().length} />
      <MoreRows
        query={query}
        skeleton={<Skeletons count={12} height={48} />}
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
                  label: t(user.isPaused ? 'word.resumePayouts' : 'pausing.pause'),
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

function toListInput({ q, country, sort, ...flags }: MemberFilter): RouterInputs['admin']['listMembers'] {
  const { verified, premium, suspended, paused, admin } = flags
  return {
    ...(q && !isTooShort(q) && { search: q }),
    ...(country && { country: country.slice(0, 60) }),
    ...(sort && { sort }),
    ...(verified && { isVerified: verified === 'yes' }),
    ...(premium && { isPremium: premium === 'yes' }),
    ...(suspended && { isSuspended: suspended === 'yes' }),
    ...(paused && { isPaused: paused === 'yes' }),
    ...(admin && { isAdmin: admin === 'yes' }),
  }
}
