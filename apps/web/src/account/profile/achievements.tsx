import type { Achievement } from '@chuma/contract/account/profile'
import { Title } from '@mantine/core'
import { IconAward, IconCheck, IconClipboardCheck, IconCoins, IconTrophy } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './achievements.module.css'
import { GoalBar } from './goal-bar.tsx'

const ICONS = {
  'first-survey': IconClipboardCheck,
  'survey-rookie': IconAward,
  'survey-expert': IconTrophy,
  'top-earner': IconCoins,
}

export function Achievements({ achievements }: { achievements: Achievement[] }) {
  const t = useT()
  return (
    <Panel aria-labelledby="achievements">
      <Title order={2} id="achievements" mb="sm">
        {t('achievements.title')}
      </Title>
      <ul className={classes.list} aria-labelledby="achievements">
        {achievements.map((achievement) => (
          <AchievementItem key={achievement.id} achievement={achievement} />
        ))}
      </ul>
    </Panel>
  )
}

function AchievementItem({ achievement }: { achievement: Achievement }) {
  const t = useT()
  const { id, threshold, current, isEarned } = achievement
  const Icon = ICONS[id]
  const name = t(`achievements.${id}`)
  const goal = id === 'top-earner' ? 'achievements.goal.earnings' : 'achievements.goal.surveys'
  const progress = t('achievements.progress', { current, threshold })
  return (
    <li className={classes.item} data-earned={isEarned || undefined}>
      <span className={classes.icon} aria-hidden>
        <Icon size={24} stroke={1.75} />
      </span>
      <div className={classes.words}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.goal}>{t(goal, { threshold })}</p>
      </div>
      {isEarned ? (
        <StatusBadge tone="good" icon={<IconCheck size={16} />}>
          {t('achievements.earned')}
        </StatusBadge>
      ) : (
        <div className={classes.progress}>
          <GoalBar label={name} current={current} goal={threshold} text={progress} />
          <span className={classes.count} aria-hidden>
            {progress}
          </span>
        </div>
      )}
    </li>
  )
}
