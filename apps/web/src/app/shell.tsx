import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import classes from './shell.module.css'

type Props = {
  header: ReactNode
  /** The tab bar, if there is one. */
  tabBar?: ReactNode
  footer?: ReactNode
  /** The notice at the bottom of the screen, over the content. */
  notice?: ReactNode
  /** One line at the bottom of the screen. */
  bar?: ReactNode
  children: ReactNode
}

/** The frame of every page: skip link, header, content, footer, tab bar, notice, bottom line. */
export function Shell({ header, tabBar, footer, notice, bar, children }: Props) {
  return (
    <div className={classes.shell} data-tabs={tabBar ? true : undefined}>
      <SkipLink />
      {header}
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      {footer}
      {bar}
      {tabBar}
      {notice}
    </div>
  )
}

/** The first stop of the keyboard: past the navigation. */
export function SkipLink() {
  const t = useT()
  return (
    <a href="#content" className={classes.skip}>
      {t('nav.skip')}
    </a>
  )
}
