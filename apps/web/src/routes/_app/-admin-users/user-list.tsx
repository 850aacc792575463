import { Button, Text } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useT } from '../../../i18n/use-t.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import type { MemberFilter } from './member-filter.ts'
import { useUsers } from './use-users.ts'
import { UserRow } from './user-row.tsx'
import classes from './users.module.css'

type Props = { filter: MemberFilter; onClear: () => void }

export function UserList({ filter, onClear }: Props) {
  const t = useT()
  const query = useUsers(filter)
  return (
    <>
      <QueryView query={query} skeleton={<Skeletons count={4} height={150} />}>
        {({ pages }) =>
          pages[0]?.length ? (
            <ul className={classes.list} aria-label={t('members.title')}>
              {pages.flat().map((user) => (
                <UserRow key={user.id} user={user} />
              ))}
            </ul>
          ) : (
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
          )
        }
      </QueryView>
      {query.isFetchNextPageError && (
        <Text c="red" role="alert">
          {t('members.moreFailed')}
        </Text>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="sm"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('members.more')}
        </Button>
      )}
    </>
  )
}
