import { type RefObject, useEffect, useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/from-server.ts'
import classes from './status-screens.module.css'

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

let isFirstPage = true

/**
 * Focus the page's only h1 after a navigation, so that screen readers announce the page. Not on the first page, where
 * they start at the top.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return heading
}

const meta = import.meta.env.SSR ? null : document.querySelector<HTMLMetaElement>('meta[name=description]')
// A prerendered page starts with its own description, so the site's is kept in another attribute.
const siteDescription = meta?.dataset.site ?? meta?.content ?? ''

/**
 * Set the page's title and description, for tabs and search results. Without its own description the page uses the
 * site's.
 */
export function usePageTitle(title: string, description = siteDescription): void {
  if (import.meta.env.SSR) notePageHead({ title: `${title} · ${brandName}`, description })
  useEffect(() => {
    document.title = `${title} · ${brandName}`
    if (meta) meta.content = description
  }, [title, description])
}

export type PageHead = { title: string; description: string }

let head: PageHead = { title: '', description: '' }

/** Record a page's title and description for the build, which renders without effects. */
function notePageHead(next: PageHead): void {
  head = next
}

export function readPageHead(): PageHead {
  return head
}
