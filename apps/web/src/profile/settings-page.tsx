import { MAX_SHARING, TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import type { MemberTerms } from '@chuma/contract/account/terms'
import type { User } from '@chuma/contract/auth/auth'
import {
  Anchor,
  Button,
  Group,
  SegmentedControl,
  Stack,
  Tabs,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useConsent } from '../account/consent/privacy-notice.tsx'
import { useSaveConsent, useUpdateSettings } from '../account/settings/account-choices.tsx'
import { SettingSwitch } from '../account/settings/setting-switch.tsx'
import { useAnswerTerms } from '../account/terms/terms-notice.tsx'
import { isSettingsTab, SETTINGS_TABS, type SettingsTab } from '../app/page-search.ts'
import { MemberPasskeys } from '../auth/passkeys/passkeys-section.tsx'
import { PasswordSection } from '../auth/passwords/password-section.tsx'
import { SecurityEventsSection, SessionsSection } from '../auth/sessions/sessions-section.tsx'
import { formatDay } from '../i18n/format-date.ts'
import { chooseLanguage, LANGUAGES, type Language, shownLanguage } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { useInstallOffer } from '../offline/offline.tsx'
import { PremiumSection } from '../premium/premium-section.tsx'
import { trpc } from '../trpc.ts'
import { saveFile } from '../ui/actions/download-button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Page } from '../ui/page/page.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { EmailNotice, ProfileForm } from './profile-form.tsx'
import classes from './settings-page.module.css'

export function SettingsPage({ user, tab }: { user: User; tab: SettingsTab }) {
  const t = useT()
  const navigate = useNavigate()
  const open = (next: string | null) => {
    if (isSettingsTab(next)) void navigate({ to: '/settings', search: { tab: next }, resetScroll: false })
  }
  return (
    <Page
      title={t('word.settings')}
      lead={t('settings.lead')}
      aside={<BackLink to="/profile">{t('word.profile')}</BackLink>}
    >
      <Tabs
        value={tab}
        onChange={open}
        keepMounted={false}
        classNames={{ list: classes.list ?? '', tab: classes.tab ?? '', panel: classes.panel ?? '' }}
      >
        <Tabs.List aria-label={t('word.settings')}>
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

function ProfileTab() {
  const t = useT()
  const profile = trpc.account.getProfile.useQuery()
  return (
    <QueryView query={profile} skeleton={<Skeletons count={1} height={420} />}>
      {({ user }) => (
        <>
          <EmailNotice user={user} />
          <Section title={t('profile.details')}>
            <ProfileForm user={user} />
          </Section>
        </>
      )}
    </QueryView>
  )
}

function NotificationsTab() {
  const t = useT()
  const settings = trpc.account.getSettings.useQuery()
  const { mutate: update } = useUpdateSettings()
  return (
    <QueryView query={settings} skeleton={<Skeletons count={1} height={300} />}>
      {({ mailsPayouts, mailsSignIns }) => (
        <Section title={t('notifications.title')} text={t('notifications.lead')}>
          <SettingSwitch
            label={t('word.payouts')}
            description={t('notifications.payoutsText')}
            isOn={mailsPayouts}
            onChange={(isOn) => update({ mailsPayouts: isOn })}
          />
          <SettingSwitch
            label={t('notifications.signIns')}
            description={t('notifications.signInsText')}
            isOn={mailsSignIns}
            onChange={(isOn) => update({ mailsSignIns: isOn })}
          />
          <Text size="sm" c="dimmed">
            {t('notifications.always')}
          </Text>
        </Section>
      )}
    </QueryView>
  )
}

function MyDataSection() {
  const t = useT()
  const { run, isPending } = useDownloadData()
  return (
    <Section title={t('myData.title')} text={t('myData.text')}>
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden size={20} />}
        disabled={isPending}
        onClick={() => run(undefined)}
      >
        {t(isPending ? 'myData.pending' : 'myData.download')}
      </Button>
    </Section>
  )
}

/** Download everything that is stored about the member as one file. */
function useDownloadData() {
  const t = useT()
  const utils = trpc.useUtils()
  return useAction(
    { useMutation },
    {
      // Always fetched fresh and never cached.
      mutationFn: () =>
        utils.account.exportData.fetch(undefined, { staleTime: 0, gcTime: 0, networkMode: 'always' }),
      onDone: (data) =>
        saveFile(nameFile(data), new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })),
      done: (data) => ({ title: t('myData.doneTitle'), message: t('myData.done', { file: nameFile(data) }) }),
      failure: { title: t('word.downloadFailed'), offline: t('earn.offline') },
    },
  )
}

const nameFile = ({ exportedOn }: { exportedOn: string }) => `chuma-data-${exportedOn}.json`

/** Lets a member say with which relatives they share a phone, so that their accounts are not taken for one person's. */
function SharedPhoneSection() {
  const t = useT()
  const query = trpc.account.getSharedPhone.useQuery()
  return (
    <Section title={t('sharedPhone.title')} text={t('sharedPhone.text')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={220} />}>
        {({ names }) => <SharedPhoneForm names={names} />}
      </QueryView>
    </Section>
  )
}

type Sharing = { names: string[] }

const filledOf = ({ names }: Sharing) => names.flatMap((name, at) => (name.trim() === '' ? [] : [at]))

function SharedPhoneForm({ names }: { names: readonly string[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({
    initialValues: { names: Array.from({ length: MAX_SHARING }, (_, index) => names[index] ?? '') },
  })
  const save = useAction(trpc.account.declareSharedPhone, {
    onDone: (saved) => utils.account.getSharedPhone.setData(undefined, saved),
    done: { title: t('word.saved'), message: t('sharedPhone.saved') },
    failure: { title: t('word.notSaved'), offline: t('profile.offline'), saysEnded: true },
    form,
    // Empty fields are not sent, so the second name may be that of the third field.
    place: ([path, message]) => [`names.${filledOf(form.getValues())[Number(path.split('.')[1])]}`, message],
  })
  const submit = (values: Sharing) =>
    save.run({ names: filledOf(values).map((at) => values.names[at]?.trim() ?? '') })
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        {form.values.names.map((_, index) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: four fields that never move
            key={index}
            label={t('sharedPhone.name', { number: index + 1 })}
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps(`names.${index}`)}
          />
        ))}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('word.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function AppearanceSection() {
  const t = useT()
  const { theme, choose } = useTheme()
  const { language, choose: chooseLanguage } = useLanguage()
  return (
    <Section title={t('appearance.title')}>
      <div className={classes.choice}>
        <p className={classes.label} id="language">
          {t('appearance.language')}
        </p>
        <SegmentedControl
          aria-labelledby="language"
          fullWidth
          withItemsBorders={false}
          value={language}
          onChange={chooseLanguage}
          data={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
          classNames={{ label: classes.option ?? '' }}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {t('appearance.languageText')}
        </Text>
      </div>
      <div className={classes.choice}>
        <p className={classes.label} id="theme">
          {t('appearance.theme')}
        </p>
        <SegmentedControl
          aria-labelledby="theme"
          fullWidth
          withItemsBorders={false}
          value={theme}
          onChange={choose}
          data={THEMES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
          classNames={{ label: classes.option ?? '' }}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {t('appearance.themeText')}
        </Text>
      </div>
    </Section>
  )
}

/** The language of this device and of the member's account, which is also the language of their mails. */
function useLanguage() {
  const t = useT()
  const say = (message: string) => showToast({ kind: 'error', title: t('word.notSaved'), message })
  const { mutate } = useUpdateSettings({ onFailed: () => say(t('appearance.unsaved')) })
  const choose = (language: Language) => {
    chooseLanguage(language).then(
      () => mutate({ language }),
      () => say(t('earn.offline')),
    )
  }
  return { language: shownLanguage(), choose }
}

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** The theme of this device, which is also saved to the member's account. */
function useTheme() {
  const t = useT()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { mutate } = useUpdateSettings({
    onFailed: () => showToast({ title: t('word.notSaved'), message: t('appearance.unsaved') }),
  })
  const choose = (theme: Theme) => {
    setColorScheme(theme)
    mutate({ theme })
  }
  return { theme: colorScheme, choose }
}

function ConsentSection() {
  const t = useT()
  const isGiven = useConsent() === true
  const save = useSaveConsent()
  return (
    <Section title={t('consent.title')}>
      <SettingSwitch
        label={t('consent.allow')}
        description={t('consent.text')}
        isOn={isGiven}
        onChange={save}
      />
      <Text size="sm" c="dimmed">
        {t('consent.policyNote')}{' '}
        <Anchor renderRoot={(props) => <Link to="/privacy" {...props} />}>{t('nav.privacy')}</Anchor>
      </Text>
    </Section>
  )
}

/** Which version of the terms the member accepted, and the one in force if they have not. */
function TermsSection() {
  const t = useT()
  const terms = trpc.account.getSettings.useQuery().data?.terms
  const { run, isPending } = useAnswerTerms()
  const { version } = TERMS_IN_FORCE
  return (
    <Section title={t('myTerms.title')}>
      {terms && <Text>{describeAccepted(terms, t)}</Text>}
      {terms && terms.accepted?.version !== version && (
        <Button variant="default" loading={isPending} onClick={() => run({ version, isAccepted: true })}>
          {t('myTerms.accept', { version })}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {t('myTerms.read')}{' '}
        <Anchor renderRoot={(props) => <Link to="/terms" {...props} />}>{t('nav.terms')}</Anchor>
      </Text>
    </Section>
  )
}

function describeAccepted({ accepted }: MemberTerms, t: ReturnType<typeof useT>): string {
  if (!accepted) return t('myTerms.none')
  const values = { version: accepted.version, day: formatDay(accepted.acceptedAt) }
  return t(accepted.how === 'sign-up' ? 'myTerms.withSignUp' : 'myTerms.accepted', values)
}
