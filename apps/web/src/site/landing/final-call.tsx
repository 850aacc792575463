import { useT } from '../../i18n/use-t.ts'
import { LinkButton } from '../../ui/actions/link-button.tsx'
import { monthlyEarnings } from '../marketing.ts'
import classes from './final-call.module.css'
import section from './section.module.css'

export function FinalCall() {
  const t = useT()
  return (
    <section className={`${section.section} ${section.far} ${classes.call}`} aria-labelledby="final-title">
      <h2 id="final-title" className={section.title}>
        {t('landing.finalTitle')}
      </h2>
      <p>{t('landing.finalText')}</p>
      <p>{t('landing.monthly', { earnings: monthlyEarnings })}</p>
      <LinkButton size="lg" to="/signup">
        {t('landing.finalAction')}
      </LinkButton>
    </section>
  )
}
