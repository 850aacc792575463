import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { sampleEarnings } from '../marketing.ts'
import classes from './sample-earnings-card.module.css'

/** An example of a good day, labelled as one. */
export function SampleEarningsCard() {
  const t = useT()
  const sum = (pick: (earning: (typeof sampleEarnings)[number]) => number) =>
    sampleEarnings.reduce((total, earning) => total + pick(earning), 0)
  return (
    <section className={classes.card} aria-labelledby="sample-earnings">
      <div className={classes.header}>
        <h2 id="sample-earnings" className={classes.title}>
          {t('landing.sampleTitle')}
        </h2>
        <span className={classes.tag}>{t('landing.sampleTag')}</span>
      </div>
      <ul className={classes.list}>
        {sampleEarnings.map(({ label, points, kes }) => (
          <li key={label} className={classes.row}>
            <span>{t(label)}</span>
            <Amount points={points} kes={kes} signed />
          </li>
        ))}
      </ul>
      <div className={classes.total}>
        <span>{t('landing.sampleTotal')}</span>
        <Amount points={sum((earning) => earning.points)} kes={sum((earning) => earning.kes)} size="lg" />
      </div>
    </section>
  )
}
