import { IconLeaf } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Drawing } from '../page/status-screens.tsx'
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
