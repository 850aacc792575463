import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ActivityFilter } from './activity-filter.ts'
import { ActivityLines } from './activity-lines.tsx'
import classes from './activity-page.module.css'
import { FilterFields } from './filter-fields.tsx'

/** The member's history: what has moved his points or will, and why. */
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
        <Link to="/statements" className={classes.statements}>
          {t('statements.link')}
        </Link>
      </div>
      <Panel aria-label={t('activity.list')}>
        <ActivityLines filter={filter} />
      </Panel>
    </Page>
  )
}
