import { Skeleton, Text, Title, type TitleProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { TakenOver } from '../../app/take-over.ts'
import classes from './page.module.css'
import { useHeadingFocus, usePageTitle } from './status-screens.tsx'

type Props = {
  title: string
  /** Replaces the title on the page; null stands for a heading that an answer will bring. */
  heading?: string | null
  /** For search engines; only public pages have one. */
  description?: string
  /** One line under the heading. */
  lead?: ReactNode
  /** Beside the heading, or below it where there is no room: a badge or a button. */
  aside?: ReactNode
  /** `narrow` is for a form, `regular` for a list, `wide` for a table with a column of links. */
  width?: 'narrow' | 'regular' | 'wide'
  children: ReactNode
}

/** The frame of every page: title and heading. */
export function Page(props: Props) {
  const { title, heading = title, description, lead, aside, width = 'regular', children } = props
  usePageTitle(title, description)
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.header}>
        <div className={classes.words}>
          {heading === null ? (
            <Skeleton className={classes.heading ?? ''} aria-hidden />
          ) : (
            <PageHeading>{heading}</PageHeading>
          )}
          {lead && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {aside}
      </header>
      {children}
      <TakenOver />
    </div>
  )
}

type PageHeadingProps = Omit<TitleProps, 'order'>

/** The page's only h1. */
export function PageHeading(props: PageHeadingProps) {
  return <Title {...props} order={1} ref={useHeadingFocus()} tabIndex={-1} />
}

/** Whether the page is being printed, where a table fits more than on a phone. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => findMedium().matches || isAsked,
    () => false,
  )
}

// Some browsers fire print events and some only change the medium, both before they lay out the page.
let isAsked = false
let medium: MediaQueryList | undefined

/** Shared by all: querying it on every render took a tenth of the hydration time. */
function findMedium(): MediaQueryList {
  medium ??= matchMedia('print')
  return medium
}

function subscribe(onChange: () => void): () => void {
  const medium = findMedium()
  const begin = () => {
    isAsked = true
    onChange()
  }
  const end = () => {
    isAsked = false
    onChange()
  }
  medium.addEventListener('change', onChange)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    medium.removeEventListener('change', onChange)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

type PanelProps = ComponentPropsWithoutRef<'section'> & {
  /** `earning` marks incoming money; `quiet` has no shadow. */
  tone?: 'plain' | 'earning' | 'quiet'
}

/** A raised panel. */
export function Panel({ tone = 'plain', className, ...rest }: PanelProps) {
  return <section {...rest} className={`${classes.panel} ${className ?? ''}`} data-tone={tone} />
}

/** The page's panel for its main number. */
export function HeroPanel({ className, ...rest }: ComponentPropsWithoutRef<'section'>) {
  return <section {...rest} className={`${classes.hero} ${className ?? ''}`} />
}

/** Scroll the row sideways, never the page, so that the open tab is in view. */
export function useShowActiveTab(tab: string | null) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab opens
  useEffect(() => {
    const list = row.current
    const active = list?.querySelector<HTMLElement>('[data-active], [aria-current]')
    if (!list || !active) return
    // Called once the browser has laid the row out: asking for its size here would lay out the whole page at once.
    const observer = new ResizeObserver(() => {
      list.scrollLeft = active.offsetLeft + active.offsetWidth / 2 - list.clientWidth / 2
      observer.disconnect()
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [tab])
  return row
}
