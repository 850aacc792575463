import { useT } from '../i18n/use-t.ts'
import classes from './status-screens.module.css'

export function LoadingScreen() {
  const t = useT()
  return <StatusScreen text={t('state.loading')} />
}

export function SignInScreen() {
  const t = useT()
  return <StatusScreen text={t('state.signIn')} />
}

function StatusScreen({ text }: { text: string }) {
  return (
    <div className={classes.screen} role="status">
      <span className={classes.ring} aria-hidden />
      <p className={classes.text}>{text}</p>
    </div>
  )
}
