import { useT } from '../../i18n/use-t.ts'
import classes from './how-it-works.module.css'
import section from './section.module.css'

const STEPS = ['join', 'earn', 'paid'] as const

export function HowItWorks() {
  const t = useT()
  return (
    <section id="how-it-works" className={section.section} aria-labelledby="how-it-works-title">
      <h2 id="how-it-works-title" className={section.title}>
        {t('landing.stepsTitle')}
      </h2>
      <ol className={section.cards}>
        {STEPS.map((step, index) => (
          <li key={step} className={classes.step}>
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <h3>{t(`landing.step.${step}.title`)}</h3>
            <p>{t(`landing.step.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
