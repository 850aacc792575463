import { IconLeaf } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MessageState } from './message-state.tsx'

type Props = { title: string; text: string; icon?: ReactNode; art?: string; action?: ReactNode }

/** A list without rows: says why, and what to do next. */
export function EmptyState({ icon, ...rest }: Props) {
  return <MessageState icon={icon ?? <IconLeaf />} {...rest} />
}
