import { useT } from '../../i18n/use-t.ts'
import classes from './survey-sides.module.css'

type Props = { isOwn: boolean; onChange: (isOwn: boolean) => void }

/** The surveys that can be taken, or the member's own. */
export function SurveySides({ isOwn, onChange }: Props) {
  const t = useT()
  return (
    <fieldset className={classes.sides} aria-label={t('surveys.sides')}>
      {[false, true].map((own) => (
        <button
          key={String(own)}
          type="button"
          className={classes.side}
          aria-pressed={own === isOwn}
          onClick={() => onChange(own)}
        >
          {t(own ? 'surveys.mine' : 'surveys.available')}
        </button>
      ))}
    </fieldset>
  )
}
