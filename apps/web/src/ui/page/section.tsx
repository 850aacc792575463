import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './page.module.css'
import { Panel } from './page.tsx'

type Props = { title: string; text?: string; children: ReactNode }

/** One section of the settings. */
export function Section({ title, text, children }: Props) {
  const id = useId()
  return (
    <Panel aria-labelledby={id} className={classes.section}>
      <div>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
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
