import type { TodayStats } from '@chuma/contract/tasks/games'
import { Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToday } from '../../tasks/use-today.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './opportunities.module.css'
import { OpportunityTile } from './opportunity-tile.tsx'
import { TODAY_TITLE_ID } from './places.ts'

const SKELETON_COUNT = 4

type Props = { isPremium: boolean }

/** Today's ways to earn, each with its current state. */
export function Opportunities({ isPremium }: Props) {
  const t = useT()
  const today = useToday()
  return (
    <section aria-labelledby={TODAY_TITLE_ID}>
      <Title order={2} id={TODAY_TITLE_ID} tabIndex={-1} mb="sm" className={classes.title ?? ''}>
        {t('today.title')}
      </Title>
      <QueryView query={today} skeleton={<Skeletons count={SKELETON_COUNT} height={116} layout="grid" />}>
        {(loaded) => <Tiles today={loaded} isPremium={isPremium} />}
      </QueryView>
    </section>
  )
}

function Tiles({ today: { opportunities, opensAgainAt }, isPremium }: Props & { today: TodayStats }) {
  const t = useT()
  // Leave out a way that has nothing today, neither done nor open.
  const ways = opportunities.filter(({ open, done }) => open + done > 0)
  if (ways.length === 0) {
    return (
      <EmptyState
        icon={<IconCircleCheck />}
        title={t('today.emptyTitle')}
        text={t('today.emptyText', { time: formatDateTime(opensAgainAt) })}
      />
    )
  }
  return (
    <ul className={classes.tiles} aria-labelledby={TODAY_TITLE_ID}>
      {ways.map((way) => (
        <li key={way.kind}>
          <OpportunityTile way={way} isLocked={way.isPremium && !isPremium} />
        </li>
      ))}
    </ul>
  )
}
