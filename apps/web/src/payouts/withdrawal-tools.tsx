import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { FilterPopover } from '../admin/filter-popover.tsx'
import { useT } from '../i18n/use-t.ts'
import { METHOD_FILTERS, STATUS_FILTERS, type WithdrawalFilter } from './withdrawal-filter.ts'
import classes from './withdrawals-section.module.css'

type Props = { filter: WithdrawalFilter; onChange: (change: Partial<WithdrawalFilter>) => void }

const TYPING_MS = 350

/** The search over all withdrawals, and the filters behind a button. */
export function WithdrawalTools({ filter: { status, method }, onChange }: Props) {
  const t = useT()
  const [text, setText] = useState('')
  const search = useDebouncedCallback((typed: string) => onChange({ search: typed.trim() }), TYPING_MS)
  const labels = { open: t('admin.filterOpen'), held: t('staffHold.filter'), all: t('admin.filterAll') }
  return (
    <search className={classes.tools} aria-label={t('admin.findWithdrawals')}>
      <TextInput
        type="search"
        aria-label={t('admin.searchWithdrawals')}
        placeholder={t('admin.searchHint')}
        leftSection={<IconSearch aria-hidden size={20} />}
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          search(currentTarget.value)
        }}
      />
      <FilterPopover count={Number(status !== 'open') + Number(method !== undefined)}>
        <NativeSelect
          label={t('admin.filter')}
          value={status}
          onChange={({ currentTarget }) =>
            onChange({ status: STATUS_FILTERS.find((name) => name === currentTarget.value) ?? 'open' })
          }
          data={STATUS_FILTERS.map((value) => ({
            value,
            label:
              value === 'open' || value === 'held' || value === 'all'
                ? labels[value]
                : t(`withdrawal.${value}`),
          }))}
        />
        <NativeSelect
          label={t('admin.method')}
          value={method ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ method: METHOD_FILTERS.find((name) => name === currentTarget.value) })
          }
          data={[
            { value: '', label: t('admin.filterAll') },
            ...METHOD_FILTERS.map((value) => ({ value, label: t(`method.${value}`) })),
          ]}
        />
      </FilterPopover>
    </search>
  )
}
