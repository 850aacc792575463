import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './dialog.module.css'

/** The title of a step that replaced another. It takes the focus, so that screen readers announce it. */
export function StepTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Title order={3} ref={title} tabIndex={-1} className={classes.stepTitle ?? ''}>
      {children}
    </Title>
  )
}
