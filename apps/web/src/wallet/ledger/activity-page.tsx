import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { DownloadButton } from '../../ui/actions/download-button.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
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
