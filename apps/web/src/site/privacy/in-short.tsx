import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './in-short.module.css'

const POINTS = ['names', 'pay', 'sell', 'cookies', 'leave'] as const

/** The policy for whoever reads no policies. */
export function InShort() {
  const t = useT()
  return (
    <Panel aria-labelledby="short-title">
      <Title order={2} size="h3" id="short-title" mb="sm">
        {t('privacy.shortTitle')}
      </Title>
      <ul className={classes.points}>
        {POINTS.map((point) => (
          <li key={point} className={classes.point}>
            <IconCheck aria-hidden size={20} className={classes.icon} />
            {t(`privacy.short.${point}`)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
