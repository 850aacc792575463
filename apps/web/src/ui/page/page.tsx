import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TakenOver } from '../../app/taken-over.tsx'
import classes from './page.module.css'
import { PageHeading } from './page-heading.tsx'
import { usePageTitle } from './use-page-title.ts'

type Props = {
  title: string
  /** For search engines; pages that they may see have one. */
  description?: string
  /** One quiet line under the heading. */
  lead?: ReactNode
  /** Stands beside the heading: a badge, a button. */
  aside?: ReactNode
  /** `narrow` suits a form, `regular` a list, `wide` a table beside a column of links. */
  width?: 'narrow' | 'regular' | 'wide'
  children: ReactNode
}

/** Every page's frame: the document's title and its heading. */
export function Page({ title, description, lead, aside, width = 'regular', children }: Props) {
  usePageTitle(title, description)
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.header}>
        <div>
          <PageHeading>{title}</PageHeading>
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
