import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page.module.css'
import { usePageTitle } from './use-page-title.ts'

type Props = {
  title: string
  /** One quiet line under the heading. */
  lead?: ReactNode
  /** Stands beside the heading: a badge, a button. */
  aside?: ReactNode
  /** `narrow` suits a form, `regular` a list. */
  width?: 'narrow' | 'regular'
  children: ReactNode
}

/** Every page's frame: the document's title, the one h1, and the focus that a navigation moves to it. */
export function Page({ title, lead, aside, width = 'regular', children }: Props) {
  usePageTitle(title)
  const heading = useFocusAfterNavigation()
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.header}>
        <div>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}

let isFirstPage = true

/** A screen reader should hear where it has come to; on the very first page it starts at the top by itself. */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return heading
}
