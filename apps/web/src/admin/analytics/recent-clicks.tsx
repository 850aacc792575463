import type { RecentClick } from '@chuma/contract/admin/analytics'
import { Text } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './analytics.module.css'

/** The latest clicks on surveys and affiliate links. */
export function RecentClicks() {
  const t = useT()
  const clicks = trpc.admin.getClickFigures.useQuery(undefined, { retry: false })
  const skeleton = <Skeletons count={5} height={44} />
  return (
    <div className={classes.pair}>
      <Section title={t('analytics.recentSurveyClicks')}>
        <QueryView query={clicks} skeleton={skeleton}>
          {({ recentSurveyClicks }) => (
            <Clicks
              name={t('analytics.recentSurveyClicks')}
              clicks={recentSurveyClicks}
              empty={t('analytics.noSurveyClicks')}
            />
          )}
        </QueryView>
      </Section>
      <Section title={t('analytics.recentAffiliateClicks')}>
        <QueryView query={clicks} skeleton={skeleton}>
          {({ recentAffiliateClicks }) => (
            <Clicks
              name={t('analytics.recentAffiliateClicks')}
              clicks={recentAffiliateClicks}
              empty={t('analytics.noAffiliateClicks')}
            />
          )}
        </QueryView>
      </Section>
    </div>
  )
}

type ClicksProps = { name: string; clicks: RecentClick[]; empty: string }

function Clicks({ name, clicks, empty }: ClicksProps) {
  if (clicks.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <ul className={blocks.list} aria-label={name}>
      {clicks.map(({ id, title, clickedAt, user }) => (
        <li key={id} className={classes.row}>
          <span>
            <strong>{`${user.firstName} ${user.lastName}`}</strong>
            <span className={blocks.quiet}>{title}</span>
          </span>
          <time className={blocks.quiet} dateTime={clickedAt}>
            {formatDateTime(clickedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
