import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import classes from './shell.module.css'

type Props = {
  header: ReactNode
  /** The tab bar, where there is one. */
  tabBar?: ReactNode
  children: ReactNode
}

/** The frame of every page: skip link, header, content, tab bar. */
export function Shell({ header, tabBar, children }: Props) {
  const t = useT()
  return (
    <div className={classes.shell} data-tabs={tabBar ? true : undefined}>
      <a href="#content" className={classes.skip}>
        {t('nav.skip')}
      </a>
      {header}
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      {tabBar}
    </div>
  )
}
