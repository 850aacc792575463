import { Title, type TitleProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

type Props = Omit<TitleProps, 'order'>

let isFirstPage = true

/**
 * A page's one h1. It takes the focus after a navigation, so that a screen reader says where it has come to; on the
 * very first page it starts at the top by itself.
 */
export function PageHeading(props: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return <Title {...props} order={1} ref={heading} tabIndex={-1} />
}
