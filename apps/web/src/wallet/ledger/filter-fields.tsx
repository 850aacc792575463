import { POSTING_KINDS } from '@chuma/contract/wallet/posting-kinds'
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { type ActivityFilter, readActivityFilter, STATES } from './activity-filter.ts'
import classes from './activity-page.module.css'

export function FilterFields({ filter }: { filter: ActivityFilter }) {
  const t = useT()
  const navigate = useNavigate()
  const choose = (change: Record<string, string>) =>
    void navigate({
      to: '/activity',
      search: readActivityFilter({ ...filter, ...change }),
      resetScroll: false,
    })
  const everything = { value: '', label: t('activity.all') }
  return (
    <search className={classes.filters} aria-label={t('activity.filters')}>
      <NativeSelect
        label={t('activity.kind')}
        data={[everything, ...POSTING_KINDS.map((value) => ({ value, label: t(`activityKind.${value}`) }))]}
        value={filter.kind ?? ''}
        onChange={(event) => choose({ kind: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('activity.state')}
        data={[everything, ...STATES.map((value) => ({ value, label: t(`activityState.${value}`) }))]}
        value={filter.state ?? ''}
        onChange={(event) => choose({ state: event.currentTarget.value })}
      />
    </search>
  )
}
