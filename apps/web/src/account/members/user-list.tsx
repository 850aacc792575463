import { Button } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { MoreRows } from '../../admin/more-rows.tsx'
import { moveFocus } from '../../admin/move-focus.ts'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { type MemberFilter, toListInput } from './member-filter.ts'
import { UserRow } from './user-row.tsx'
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
