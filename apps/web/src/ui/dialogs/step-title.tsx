import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './dialog.module.css'

/** The title of something that has just taken the place of something else. It takes the focus, so that this is noticed. */
export function StepTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Title order={3} ref={title} tabIndex={-1} className={classes.stepTitle ?? ''}>
      {children}
    </Title>
  )
}
