import { useT } from '../i18n/use-t.ts'
import classes from './task-card.module.css'

/** The instructions, with their line breaks. Renders nothing if there are none. */
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
