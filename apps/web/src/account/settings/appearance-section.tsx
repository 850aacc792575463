import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import { chooseLanguage, shownLanguage } from '../../i18n/choose-language.ts'
import { LANGUAGES, type Language } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from './appearance-section.module.css'
import { useUpdateSettings } from './use-update-settings.ts'

export function AppearanceSection() {
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
  const say = (message: string) => showToast({ kind: 'error', title: t('settings.failedTitle'), message })
  const { mutate } = useUpdateSettings({ onFailed: () => say(t('appearance.unsaved')) })
  const choose = (language: Language) => {
    chooseLanguage(language).then(
      () => mutate({ language }),
      () => say(t('settings.failed')),
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
    onFailed: () => showToast({ title: t('settings.failedTitle'), message: t('appearance.unsaved') }),
  })
  const choose = (theme: Theme) => {
    setColorScheme(theme)
    mutate({ theme })
  }
  return { theme: colorScheme, choose }
}
