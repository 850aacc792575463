import type { User } from '@chuma/contract/auth/auth'
import { Button, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { MemberPasskeys } from '../../auth/passkeys/member-passkeys.tsx'
import { PasswordSection } from '../../auth/passwords/password-section.tsx'
import { SecurityEventsSection } from '../../auth/security/security-events-section.tsx'
import { SessionsSection } from '../../auth/sessions/sessions-section.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useInstallOffer } from '../../offline/install-offer.ts'
import { PremiumSection } from '../../premium/premium-section.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ConsentSection } from '../consent/consent-section.tsx'
import { DeletionSection } from '../deletion-section.tsx'
import { MyDataSection } from '../my-data-section.tsx'
import { TermsSection } from '../terms/terms-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import classes from './settings-page.module.css'
import { isSettingsTab, SETTINGS_TABS, type SettingsTab } from './settings-tab.ts'
import { SharedPhoneSection } from './shared-phone-section.tsx'

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

function AccountTab({ user }: { user: User }) {
  return (
    <>
      <PasswordSection user={user} />
      <MemberPasskeys user={user} />
      <SessionsSection />
      <SharedPhoneSection />
      <SecurityEventsSection />
      <PremiumSection />
      <AppearanceSection />
      <InstallSection />
    </>
  )
}

/** Renders nothing in browsers that cannot install the app. */
function InstallSection() {
  const t = useT()
  const install = useInstallOffer()
  if (!install) return null
  return (
    <Section title={t('install.title')} text={t('install.text')}>
      <Button variant="default" onClick={install}>
        {t('install.action')}
      </Button>
    </Section>
  )
}

function PrivacyTab() {
  return (
    <>
      <ConsentSection />
      <TermsSection />
      <MyDataSection />
      <DeletionSection />
    </>
  )
}
