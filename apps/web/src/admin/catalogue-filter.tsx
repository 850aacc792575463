import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconEyeOff, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { describeRefusal } from '../auth/describe-refusal.ts'
import { useT } from '../i18n/use-t.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Panel } from '../ui/page/panel.tsx'
import classes from './list.module.css'
import { useShowFailure } from './use-show-failure.ts'

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

/** Whether members can see it. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const t = useT()
  return isActive ? (
    <StatusBadge tone="good" icon={<IconPlayerPlay size={16} />}>
      {t('catalogue.active')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="quiet" icon={<IconEyeOff size={16} />}>
      {t('catalogue.inactive')}
    </StatusBadge>
  )
}

type Versioned = { version: number }

type Options<Row extends Versioned> = {
  /** The row that filled the form; undefined for a new one. */
  before: Row | undefined
  /** Read the row again; undefined if it was deleted. */
  load: () => Promise<Row | undefined>
  /** List the fields that differ, with their current values. */
  compare: (before: Row, now: Row) => { label: string; now: string }[]
}

/**
 * Handle concurrent edits of a form's row. If someone else saved first, nothing typed is lost: `meanwhile` holds their
 * changes, and the next save is based on them.
 */
export function useEdit<Row extends Versioned>({ before, load, compare }: Options<Row>) {
  const showFailure = useShowFailure()
  const [base, setBase] = useState(before)
  const [meanwhile, setMeanwhile] = useState<{ changes: Meanwhile }>()
  const handle = async (error: unknown) => {
    const { code } = describeRefusal(error, '')
    if (!base || (code !== 'CATALOGUE_STATE' && code !== 'NOT_FOUND')) return showFailure(error)
    try {
      const now = await load()
      setMeanwhile({ changes: now ? compare(base, now) : null })
      if (now) setBase(now)
    } catch (failure) {
      showFailure(failure)
    }
  }
  return { version: base?.version, meanwhile, handle }
}

/** What someone else saved while the form was open. Null: they deleted it. */
type Meanwhile = { label: string; now: string }[] | null

/** Shows what is stored now beside what was typed; saving again overwrites it. */
export function ChangedMeanwhile({ changes }: { changes: Meanwhile }) {
  const t = useT()
  return (
    <Panel tone="earning" role="alert">
      <Text fw={600}>{t(changes ? 'catalogue.changedTitle' : 'catalogue.goneTitle')}</Text>
      <Text size="sm">{t(changes ? 'catalogue.changedText' : 'catalogue.goneText')}</Text>
      {changes && changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ label, now }) => (
            <li key={label}>{t('catalogue.changedField', { label, now: now || t('catalogue.empty') })}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
