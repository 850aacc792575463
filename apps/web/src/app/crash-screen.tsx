import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { PlainButton } from '../ui/actions/buttons.tsx'
import classes from './crash-screen.module.css'
import { TakenOver } from './take-over.ts'

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

const NAME = 'MissingPart'

/**
 * Name errors of missing chunks, so that they can be explained. A lazily loaded chunk can be gone after a release or
 * without a network; by default the router would reload the page without asking.
 */
export function nameMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = NAME
    payload.message = `Not loaded: ${payload.message}`
  })
}

export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}

/** Say what to do: reloading loads the newer version. */
export function explainMissingPart(): string {
  return t(navigator.onLine ? 'crash.newer' : 'state.failedText')
}
