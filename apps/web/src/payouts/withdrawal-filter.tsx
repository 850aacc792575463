import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { FilterPopover, FilterSelect, isTooShort } from '../ui/states/staff-lists.tsx'
import type { ListQuery } from './withdrawal-list.tsx'
import classes from './withdrawals.module.css'

type WithdrawalToolsProps = {
  filter: WithdrawalFilter
  onChange: (change: Partial<WithdrawalFilter>) => void
}

const TYPING_MS = 350

/** The search over all withdrawals, and the filters behind a button. */
export function WithdrawalTools({ filter: { status, method }, onChange }: WithdrawalToolsProps) {
  const t = useT()
  const [text, setText] = useState('')
  const search = useDebouncedCallback((typed: string) => onChange({ search: typed.trim() }), TYPING_MS)
  const labels = { open: t('admin.filterOpen'), held: t('staffHold.filter'), all: t('word.all') }
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
          label={t('word.show')}
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
        <FilterSelect
          label={t('admin.method')}
          all={t('word.all')}
          values={METHOD_FILTERS}
          describe={(name) => t(`method.${name}`)}
          value={method}
          onChange={(chosen) => onChange({ method: chosen })}
        />
      </FilterPopover>
    </search>
  )
}

const STATUS_FILTERS = ['open', 'held', 'pending', 'approved', 'paid', 'rejected', 'all'] as const
const METHOD_FILTERS = ['mpesa', 'bank', 'paypal', 'airtel', 'airtime'] as const

export type WithdrawalFilter = {
  /** `open`: waits for a decision or a payment · `held`: is on hold. */
  status: (typeof STATUS_FILTERS)[number]
  method: (typeof METHOD_FILTERS)[number] | undefined
  search: string
}

export const NO_FILTER: WithdrawalFilter = { status: 'open', method: undefined, search: '' }

export const isNarrowed = ({ method, search }: WithdrawalFilter) => method !== undefined || search !== ''

/** The part of a query that narrows every list of the page. */
export function toNarrowing({ method, search }: WithdrawalFilter): ListQuery {
  return { ...(method && { method }), ...(search && !isTooShort(search) && { search }) }
}

/** What a list asks for that shows one status, those on hold, or all. */
export function toQuery({ status, ...filter }: WithdrawalFilter): ListQuery {
  const narrowing = toNarrowing({ status, ...filter })
  if (status === 'held') return { ...narrowing, isHeld: true }
  return status === 'open' || status === 'all' ? narrowing : { ...narrowing, status }
}
