import { Title } from '@mantine/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { type MemberFilter, readMemberFilter } from './member-filter.ts'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'

/** All members, searched and sorted by the server; the address holds the filters. */
export function UsersTab() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const filter = readMemberFilter(useSearch({ strict: false }))
  const choose = (next: MemberFilter) =>
    void navigate({
      to: pathname === '/admin-dashboard' ? '/admin-dashboard' : '/admin',
      search: { tab: 'users', ...readMemberFilter(next) },
      replace: true,
      resetScroll: false,
    })
  return (
    <section aria-labelledby="users">
      <Title order={2} id="users" mb="sm">
        {t('members.title')}
      </Title>
      <UserFilters filter={filter} onChange={choose} />
      <UserList filter={filter} onClear={() => choose({})} />
    </section>
  )
}
