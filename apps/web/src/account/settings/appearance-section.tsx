import { SegmentedControl, Text } from '@mantine/core'
import { LANGUAGES } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from './appearance-section.module.css'
import { useLanguage } from './use-language.ts'
import { THEMES, useTheme } from './use-theme.ts'

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
