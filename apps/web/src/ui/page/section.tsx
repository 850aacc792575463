import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './page.module.css'
import { Panel } from './page.tsx'

type Props = {
  /** Not if it would repeat the page's heading. */
  title?: string
  text?: string
  children: ReactNode
}

/** One section of a page. */
export function Section({ title, text, children }: Props) {
  const id = useId()
  return (
    <Panel {...(title && { 'aria-labelledby': id })} className={classes.section}>
      <div>
        {title && (
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
        )}
        {text && <Text c="dimmed">{text}</Text>}
      </div>
      {children}
    </Panel>
  )
}

/** One line of a `<dl>` of facts. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
