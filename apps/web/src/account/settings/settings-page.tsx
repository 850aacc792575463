import type { User } from '@chuma/contract/auth/auth'
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { AccountTab } from './account-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { PrivacyTab } from './privacy-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import classes from './settings-page.module.css'
import { isSettingsTab, SETTINGS_TABS, type SettingsTab } from './settings-tab.ts'

type Props = { user: User; tab: SettingsTab }

export function SettingsPage({ user, tab }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const open = (next: string | null) => {
    if (isSettingsTab(next)) void navigate({ to: '/settings', search: { tab: next }, resetScroll: false })
  }
  return (
    <Page
      title={t('settings.title')}
      lead={t('settings.lead')}
      aside={<BackLink to="/profile">{t('nav.profile')}</BackLink>}
    >
      <Tabs
        value={tab}
        onChange={open}
        keepMounted={false}
        classNames={{ list: classes.list ?? '', tab: classes.tab ?? '', panel: classes.panel ?? '' }}
      >
        <Tabs.List aria-label={t('settings.tabs')}>
          {SETTINGS_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`settings.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfileTab />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <NotificationsTab />
        </Tabs.Panel>
        <Tabs.Panel value="privacy">
          <PrivacyTab />
        </Tabs.Panel>
        <Tabs.Panel value="account">
          <AccountTab user={user} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
