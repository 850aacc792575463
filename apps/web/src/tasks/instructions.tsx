import { useT } from '../i18n/use-t.ts'
import classes from './task-card.module.css'

/** What to do, line by line as it was written. Nothing where nothing was. */
export function Instructions({ text }: { text: string }) {
  const t = useT()
  if (!text.trim()) return null
  return (
    <div>
      <strong>{t('proof.instructions')}</strong>
      <p className={classes.instructions}>{text}</p>
    </div>
  )
}
