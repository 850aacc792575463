import { useT } from '../../i18n/use-t.ts'
import { marketingFigures } from '../marketing.ts'
import classes from './marketing-figures.module.css'

export function MarketingFigures() {
  const t = useT()
  return (
    <dl className={classes.strip} aria-label={t('landing.figures')}>
      {marketingFigures.map(({ value, label }) => (
        <div key={label} className={classes.figure}>
          <dt className={classes.label}>{t(label)}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
