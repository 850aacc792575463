import { Title } from '@mantine/core'
import {
  IconClipboardList,
  IconDeviceGamepad2,
  IconPlayerPlay,
  IconShare,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { UpgradeButton } from '../../premium/upgrade-button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './methods-banner.module.css'
import { TabLink } from './tab-link.tsx'

const METHODS = [
  { name: 'surveys', tab: 'surveys', isPremium: false, Icon: IconClipboardList },
  { name: 'videos', tab: 'earn', isPremium: true, Icon: IconPlayerPlay },
  { name: 'games', tab: 'games', isPremium: true, Icon: IconDeviceGamepad2 },
  { name: 'ads', tab: 'earn', isPremium: true, Icon: IconSpeakerphone },
  { name: 'social', tab: 'social', isPremium: true, Icon: IconShare },
] as const

/** All ways to earn, and which of them need premium. */
export function MethodsBanner({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  return (
    <Panel tone="quiet" aria-labelledby="ways-title">
      <div className={classes.top}>
        <div className={classes.text}>
          <Title order={2} size="h3" id="ways-title">
            {t('ways.title')}
          </Title>
          <p>{t(isPremium ? 'ways.textPremium' : 'ways.textFree')}</p>
        </div>
        {!isPremium && <UpgradeButton />}
      </div>
      <ul className={classes.list} aria-label={t('ways.list')}>
        {METHODS.map(({ name, tab, isPremium: needsPremium, Icon }) => (
          <li key={name}>
            <TabLink tab={tab} className={classes.method}>
              <Icon aria-hidden size={20} />
              {t(`ways.${name}`)}
              <span className={classes.mark} data-premium={needsPremium || undefined}>
                {t(needsPremium ? 'ways.premium' : 'ways.free')}
              </span>
            </TabLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
