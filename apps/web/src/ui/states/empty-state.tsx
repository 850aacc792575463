import { IconLeaf } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './message-state.module.css'
import { MessageState } from './states.tsx'

type Props = {
  title: string
  text: string
  icon?: ReactNode
  /** A drawing of `src/art`, instead of the icon. */
  art?: string
  action?: ReactNode
}

/** A list without rows: says why, and what to do next. */
export function EmptyState({ icon = <IconLeaf />, art, ...rest }: Props) {
  return <MessageState icon={art ? <Drawing src={art} /> : icon} {...rest} />
}

type DrawingProps = {
  /** The URL that importing a file of `src/art` gives. */
  src: string
  /** `spot` is for a few words, `scene` for a page. */
  size?: 'spot' | 'scene'
}

/** One of our own drawings. It is decorative. */
export function Drawing({ src, size = 'spot' }: DrawingProps) {
  const [width, height] = size === 'spot' ? [200, 140] : [360, 220]
  return <img src={src} alt="" width={width} height={height} className={classes.drawing} />
}
