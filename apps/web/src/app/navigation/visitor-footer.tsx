import { LanguageSwitch } from './language-switch.tsx'
import classes from './visitor-footer.module.css'

/** The footer for visitors, who have no settings page. */
export function VisitorFooter() {
  return (
    <footer className={classes.footer}>
      <LanguageSwitch />
    </footer>
  )
}
