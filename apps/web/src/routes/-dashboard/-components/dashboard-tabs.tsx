import { Tabs } from '@mantine/core'
import { useT } from '../../../i18n/use-t.ts'
import classes from './dashboard-tabs.module.css'
import { SurveysTab } from './surveys-tab.tsx'
import { WalletTab } from './wallet-tab.tsx'

export function DashboardTabs() {
  const t = useT()
  return (
    <Tabs defaultValue="surveys" keepMounted={false} classNames={{ tab: classes.tab ?? '' }}>
      <Tabs.List aria-label={t('dashboard.tabs')} mb="md">
        <Tabs.Tab value="surveys">{t('dashboard.tabSurveys')}</Tabs.Tab>
        <Tabs.Tab value="wallet">{t('dashboard.tabWallet')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="surveys">
        <SurveysTab />
      </Tabs.Panel>
      <Tabs.Panel value="wallet">
        <WalletTab />
      </Tabs.Panel>
    </Tabs>
  )
}
