import { Title, type TitleProps } from '@mantine/core'
import { useHeadingFocus } from './use-heading-focus.ts'

type Props = Omit<TitleProps, 'order'>

/** The page's only h1. */
export function PageHeading(props: Props) {
  return <Title {...props} order={1} ref={useHeadingFocus()} tabIndex={-1} />
}
