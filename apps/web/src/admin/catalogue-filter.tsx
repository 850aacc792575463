import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import classes from './list.module.css'

export type CatalogueFilter = { search?: string; state?: 'active' | 'inactive' }

const PAUSE_MS = 300

/** A search field and a filter by on or off. Searches once the typing pauses. */
export function CatalogueFilterFields({ onChange }: { onChange: (filter: CatalogueFilter) => void }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [state, setState] = useState('')
  const tell = (words: string, chosen: string) => {
    const wanted = words.trim()
    onChange({
      ...(wanted !== '' && { search: wanted }),
      ...(chosen !== '' && { state: chosen === 'active' ? ('active' as const) : ('inactive' as const) }),
    })
  }
  const tellLater = useDebouncedCallback(tell, PAUSE_MS)
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.search ?? ''}
        label={t('catalogue.search')}
        type="search"
        maxLength={100}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value)
          tellLater(currentTarget.value, state)
        }}
      />
      <NativeSelect
        label={t('catalogue.state')}
        data={[
          { value: '', label: t('catalogue.all') },
          { value: 'active', label: t('catalogue.active') },
          { value: 'inactive', label: t('catalogue.inactive') },
        ]}
        value={state}
        onChange={({ currentTarget }) => {
          setState(currentTarget.value)
          tell(search, currentTarget.value)
        }}
      />
    </search>
  )
}
