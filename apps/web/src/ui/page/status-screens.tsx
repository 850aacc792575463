import { useT } from '../../i18n/use-t.ts'
import classes from './status-screens.module.css'
import { useHeadingFocus } from './use-heading-focus.ts'
import { usePageTitle } from './use-page-title.ts'

export function LoadingScreen() {
  const t = useT()
  return (
    <div className={classes.screen} role="status">
      <span className={classes.ring} aria-hidden />
      <p className={classes.text}>{t('state.loading')}</p>
    </div>
  )
}

/** Over a members' page until the member is known: its placeholders say the same to a screen reader. */
export function LoadingUser() {
  const t = useT()
  return (
    <p className={classes.corner} data-loading-user aria-hidden>
      <span className={classes.ring} />
      {t('state.loading')}
    </p>
  )
}

/** Replaces a members' page for visitors. */
export function SignInScreen() {
  const t = useT()
  const heading = useHeadingFocus()
  usePageTitle(t('nav.login'))
  return (
    <div className={classes.screen}>
      <span className={classes.ring} aria-hidden />
      <h1 ref={heading} tabIndex={-1} className={classes.text}>
        {t('state.signIn')}
      </h1>
    </div>
  )
}
