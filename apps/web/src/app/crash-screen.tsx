import type { ErrorComponentProps } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { PlainButton } from '../ui/actions/buttons.tsx'
import classes from './crash-screen.module.css'
import { explainMissingPart, isMissingPart } from './missing-part.ts'
import { TakenOver } from './taken-over.tsx'

/** The last resort: a page threw an error or does not exist. */
export function CrashScreen({ error }: ErrorComponentProps) {
  const t = useT()
  const isMissing = isMissingPart(error)
  return (
    <div className={classes.screen} role="alert">
      <h1 className={classes.title}>{t(isMissing ? 'state.failedTitle' : 'crash.title')}</h1>
      <p className={classes.text}>{isMissing ? explainMissingPart() : t('crash.text')}</p>
      <PlainButton onClick={() => location.reload()}>{t('crash.reload')}</PlainButton>
      <TakenOver />
    </div>
  )
}
