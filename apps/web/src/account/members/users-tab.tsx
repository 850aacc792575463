import { NativeSelect, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterPopover } from '../../admin/filter-popover.tsx'
import { useT } from '../../i18n/use-t.ts'
import { FLAGS, isTooShort, type MemberFilter, readMemberFilter, SORTS } from './member-filter.ts'
import { UserList } from './user-list.tsx'
import classes from './users.module.css'

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
