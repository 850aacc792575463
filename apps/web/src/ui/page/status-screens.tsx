import { type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { TakenOver } from '../../app/take-over.ts'
import lost from '../../art/lost.svg'
import { wayBackTo } from '../../auth/session.ts'
import { t } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/from-server.ts'
import { LinkButton, PlainButton } from '../actions/buttons.tsx'
import messageState from '../states/message-state.module.css'
import crash from './crash-screen.module.css'
import notFound from './not-found-page.module.css'
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
  const here = useLocation({ select: ({ href }) => href })
  const heading = useHeadingFocus()
  usePageTitle(t('word.login'))
  return (
    <div className={classes.screen}>
      <span className={classes.ring} aria-hidden />
      <h1 ref={heading} tabIndex={-1} className={classes.text}>
        {t('state.signIn')}
      </h1>
      <LinkButton to="/login" search={wayBackTo(here)}>
        {t('word.login')}
      </LinkButton>
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

type Props = {
  /** The URL that importing a file of `src/art` gives. */
  src: string
  /** `spot` is for a few words, `scene` for a page. */
  size?: 'spot' | 'scene'
}

/** One of our own drawings. It is decorative. */
export function Drawing({ src, size = 'spot' }: Props) {
  const [width, height] = size === 'spot' ? [200, 140] : [360, 220]
  return <img src={src} alt="" width={width} height={height} className={messageState.drawing} />
}

export function NotFoundPage() {
  const t = useT()
  const heading = useHeadingFocus()
  usePageTitle(t('notFound.title'))
  return (
    <div className={notFound.page}>
      <Drawing src={lost} size="scene" />
      <h1 ref={heading} className={notFound.title} tabIndex={-1}>
        {t('notFound.title')}
      </h1>
      <p className={notFound.text}>{t('notFound.text')}</p>
      <LinkButton to="/">{t('notFound.home')}</LinkButton>
      <TakenOver />
    </div>
  )
}

/** The last resort: a page threw an error or does not exist. */
export function CrashScreen({ error }: ErrorComponentProps) {
  const t = useT()
  const isMissing = isMissingPart(error)
  return (
    <div className={crash.screen} role="alert">
      <h1 className={crash.title}>{t(isMissing ? 'state.failedTitle' : 'crash.title')}</h1>
      <p className={crash.text}>{isMissing ? explainMissingPart() : t('crash.text')}</p>
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
