import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TakenOver } from '../../app/taken-over.tsx'
import classes from './page.module.css'
import { PageHeading } from './page-heading.tsx'
import { usePageTitle } from './use-page-title.ts'

type Props = {
  title: string
  /** For search engines; only public pages have one. */
  description?: string
  /** One line under the heading. */
  lead?: ReactNode
  /** A small phone shows what the page is for first. */
  isLeadOptional?: boolean
  /** Beside the heading: a badge or a button. */
  aside?: ReactNode
  /** `narrow` is for a form, `regular` for a list, `wide` for a table with a column of links. */
  width?: 'narrow' | 'regular' | 'wide'
  children: ReactNode
}

/** The frame of every page: title and heading. */
export function Page(props: Props) {
  const { title, description, lead, isLeadOptional, aside, width = 'regular', children } = props
  usePageTitle(title, description)
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.header}>
        <div>
          <PageHeading>{title}</PageHeading>
          {lead && (
            <Text c="dimmed" mt={4} {...(isLeadOptional && { className: classes.optional ?? '' })}>
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
