import type { ProfileCompletion } from '@chuma/contract/account/profile'
import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './completion.module.css'
import { GoalBar } from './goal-bar.tsx'

/** How complete the profile is, with a link to what is missing. */
export function Completion({ completion: { percent, missing } }: { completion: ProfileCompletion }) {
  const t = useT()
  const value = t('profile.completionValue', { percent })
  return (
    <Panel aria-labelledby="completion">
      <Title order={2} size="h3" id="completion">
        {t('profile.completion')}
      </Title>
      <p className={classes.value}>{value}</p>
      <GoalBar label={t('profile.completion')} current={percent} goal={100} text={value} />
      {missing.length === 0 ? (
        <p className={classes.quiet}>{t('profile.completionDone')}</p>
      ) : (
        <>
          <p className={classes.quiet} id="missing">
            {t('profile.missing')}
          </p>
          <ul className={classes.missing} aria-labelledby="missing">
            {missing.map((item) => (
              <li key={item}>
                <Link to="/settings" search={{ tab: 'profile' }} className={blocks.link}>
                  {t(`profile.item.${item}`)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to="/profile/answers" className={blocks.link}>
        {t('profile.aboutYou')}
      </Link>
    </Panel>
  )
}
