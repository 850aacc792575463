import { useT } from '../../i18n/use-t.ts'
import { Section } from '../../ui/page/section.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import classes from './analytics.module.css'

const FEATURES = ['pageViews', 'signup', 'surveys', 'affiliates', 'privacy', 'realTime'] as const

/** What an analytics service would tell, what is counted here without one, and that nothing goes to any. */
export function ServicePanel() {
  const t = useT()
  return (
    <>
      <Notice title={t('analytics.serviceTitle')}>{t('analytics.service')}</Notice>
      <Section title={t('analytics.featuresTitle')} text={t('analytics.features')}>
        <dl className={classes.features}>
          {FEATURES.map((name) => (
            <div key={name}>
              <dt>{t(`analytics.feature.${name}`)}</dt>
              <dd>{t(`analytics.feature.${name}Text`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}
