import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import classes from './actual-figures.module.css'

/** Below claimed figures: that the demo's are samples, and where the ledger's stand. */
export function ActualFigures() {
  const t = useT()
  return (
    <p className={classes.line}>
      <span className={classes.demo}>{t('landing.sampleFigures')} · </span>
      <Link to="/transparency" className={classes.link}>
        {t('landing.actual')}
      </Link>
    </p>
  )
}
