import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TakenOver } from '../../app/taken-over.tsx'
import classes from './page.module.css'
import { PageHeading } from './page-heading.tsx'
import { usePageTitle } from './use-page-title.ts'

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
