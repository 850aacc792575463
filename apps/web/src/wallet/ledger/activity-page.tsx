import { POSTING_KINDS } from '@chuma/contract/wallet/posting-kinds'
import { NativeSelect } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { DownloadButton } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { TimeZoneNote } from '../../ui/figures/time-zone-note.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { type ActivityFilter, readActivityFilter, STATES } from './activity-filter.ts'
import { ActivityLines } from './activity-lines.tsx'
import classes from './activity-page.module.css'

/** The member's history: what changed their points or will, and why. */
export function ActivityPage({ filter }: { filter: ActivityFilter }) {
  const t = useT()
  return (
    <Page
      title={t('activity.title')}
      lead={t('activity.lead')}
      aside={
        <BackLink to="/dashboard" search={{ tab: 'wallet' }}>
          {t('activity.back')}
        </BackLink>
      }
    >
      <div className={classes.tools}>
        <FilterFields filter={filter} />
        <DownloadButton from="/api/activity.csv" fileName={t('activity.fileName')}>
          {t('activity.download')}
        </DownloadButton>
        <Link to="/statements" className={blocks.link}>
          {t('activity.statements')}
        </Link>
      </div>
      <Panel aria-label={t('activity.list')}>
        <TimeZoneNote />
        <ActivityLines filter={filter} />
      </Panel>
    </Page>
  )
}

function FilterFields({ filter }: { filter: ActivityFilter }) {
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
