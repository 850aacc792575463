import type { Activity } from '@chuma/contract/account/profile'
import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import noHistory from '../../art/no-history.svg'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { MovementList, MovementRow, Quiet } from '../../wallet/ledger/movement-row.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'

export function RecentActivity({ activities }: { activities: Activity[] }) {
  const t = useT()
  return (
    <Panel aria-labelledby="activity">
      <Title order={2} id="activity">
        {t('profileActivity.title')}
      </Title>
      {activities.length === 0 ? (
        <EmptyState
          art={noHistory}
          title={t('profileActivity.emptyTitle')}
          text={t('profileActivity.emptyText')}
          action={
            <Button renderRoot={(props) => <Link to="/surveys" {...props} />}>
              {t('profileActivity.emptyAction')}
            </Button>
          }
        />
      ) : (
        <>
          <MovementList aria-labelledby="activity">
            {activities.map((activity) => (
              <ActivityItem key={`${activity.kind} ${activity.createdAt}`} activity={activity} />
            ))}
          </MovementList>
          <Link to="/withdraw" hash="transactions" className={blocks.link}>
            {t('profileActivity.all')}
          </Link>
        </>
      )}
    </Panel>
  )
}

function ActivityItem({ activity: { kind, description, points, createdAt } }: { activity: Activity }) {
  const t = useT()
  return (
    <MovementRow description={description} time={<TimeAgo date={createdAt} />}>
      {points !== 0 && <PointsAmount points={points} signed />}
      {kind === 'survey-started' && <Quiet>{t('profileActivity.started')}</Quiet>}
    </MovementRow>
  )
}
