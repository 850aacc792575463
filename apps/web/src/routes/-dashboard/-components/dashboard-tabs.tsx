import type { User } from '@chuma/contract/auth'
import { Tabs } from '@mantine/core'
import { useT } from '../../../i18n/use-t.ts'
import { GamesTab } from '../-games/games-tab.tsx'
import { EarnTab } from '../-tasks/earn-tab.tsx'
import { SocialTab } from '../-tasks/social-tab.tsx'
import { TABS_ID } from '../places.ts'
import { useDashboardTab } from '../use-dashboard-tab.ts'
import classes from './dashboard-tabs.module.css'
import { SurveysTab } from './surveys-tab.tsx'
import { WalletTab } from './wallet-tab.tsx'

export function DashboardTabs({ user }: { user: User }) {
  const t = useT()
  const { tab, chooseTab } = useDashboardTab()
  const { isPremium } = user
  return (
    <Tabs
      id={TABS_ID}
      value={tab}
      onChange={chooseTab}
      // Every tab is a step in the browser's history: the arrow keys go past them, Enter opens one.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ tab: classes.tab ?? '' }}
    >
      <Tabs.List aria-label={t('dashboard.tabs')} mb="md">
        <Tabs.Tab value="earn">{t('dashboard.tabEarn')}</Tabs.Tab>
        <Tabs.Tab value="surveys">{t('dashboard.tabSurveys')}</Tabs.Tab>
        <Tabs.Tab value="games">{t('dashboard.tabGames')}</Tabs.Tab>
        <Tabs.Tab value="wallet">{t('dashboard.tabWallet')}</Tabs.Tab>
        <Tabs.Tab value="social">{t('dashboard.tabSocial')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="earn">
        <EarnTab isPremium={isPremium} />
      </Tabs.Panel>
      <Tabs.Panel value="surveys">
        <SurveysTab />
      </Tabs.Panel>
      <Tabs.Panel value="games">
        <GamesTab memberId={user.id} isPremium={isPremium} />
      </Tabs.Panel>
      <Tabs.Panel value="wallet">
        <WalletTab />
      </Tabs.Panel>
      <Tabs.Panel value="social">
        <SocialTab isPremium={isPremium} />
      </Tabs.Panel>
    </Tabs>
  )
}
