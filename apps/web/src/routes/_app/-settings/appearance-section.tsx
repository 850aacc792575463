import { SegmentedControl, Text } from '@mantine/core'
import { useT } from '../../../i18n/use-t.ts'
import { Section } from '../../../ui/section.tsx'
import classes from './appearance-section.module.css'
import { THEMES, useTheme } from './use-theme.ts'

export function AppearanceSection() {
  const t = useT()
  const { theme, choose } = useTheme()
  return (
    <Section title={t('appearance.title')}>
      <dl className={classes.list}>
        <dt className={classes.label}>{t('appearance.language')}</dt>
        <dd className={classes.value}>{t('appearance.en')}</dd>
      </dl>
      <div className={classes.theme}>
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
