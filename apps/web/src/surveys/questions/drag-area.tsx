import { DragDropContext, type DropResult, type ResponderProvided } from '@hello-pangea/dnd'
import { getNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'

/** `list`: the id of the `DragList`. */
export type DragPlace = { list: string; index: number }

type Props = { onMove: (from: DragPlace, to: DragPlace) => void; children: ReactNode }

/** Around lists whose cards are moved by mouse, touch or keyboard. What happens is announced. */
export function DragArea({ onMove, children }: Props) {
  const t = useT()
  const drop = ({ source, destination }: DropResult, { announce }: ResponderProvided) => {
    const to = destination ?? source
    announce(t('questions.dropped', { number: to.index + 1 }))
    if (to.index === source.index && to.droppableId === source.droppableId) return
    onMove({ list: source.droppableId, index: source.index }, { list: to.droppableId, index: to.index })
  }
  return (
    <DragDropContext
      nonce={getNonce() ?? ''}
      dragHandleUsageInstructions={t('questions.dragHelp')}
      onDragStart={({ source }, { announce }) =>
        announce(t('questions.lifted', { number: source.index + 1 }))
      }
      onDragUpdate={({ destination }, { announce }) => {
        if (destination) announce(t('questions.over', { number: destination.index + 1 }))
      }}
      onDragEnd={drop}
    >
      {children}
    </DragDropContext>
  )
}
