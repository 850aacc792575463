import { LanguageSwitch } from './language-switch.tsx'
import classes from './visitor-footer.module.css'

/** Of the pages on which somebody who is not signed in has no settings. */
export function VisitorFooter() {
  return (
    <footer className={classes.footer}>
      <LanguageSwitch />
    </footer>
  )
}
