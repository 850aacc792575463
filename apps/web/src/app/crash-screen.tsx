import { useT } from '../i18n/use-t.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import classes from './crash-screen.module.css'

/** The last resort: a page threw. */
export function CrashScreen() {
  const t = useT()
  return (
    <div className={classes.screen} role="alert">
      <h1 className={classes.title}>{t('crash.title')}</h1>
      <p className={classes.text}>{t('crash.text')}</p>
      <PlainButton onClick={() => location.reload()}>{t('crash.reload')}</PlainButton>
    </div>
  )
}
