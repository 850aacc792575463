import { Draggable, type DraggableProvidedDragHandleProps, Droppable } from '@hello-pangea/dnd'
import type { ReactNode } from 'react'
import blocks from '../../ui/blocks.module.css'
import classes from './question-cards.module.css'

export type DragHandleProps = DraggableProvidedDragHandleProps | null

type Props = {
  id: string
  /** `title`: what a card shows while it is dragged. */
  cards: { key: string; title: string }[]
  children: (index: number, handle: DragHandleProps) => ReactNode
}

/** A list of cards inside a `DragArea`. */
export function DragList({ id, cards, children }: Props) {
  return (
    <Droppable
      droppableId={id}
      // A dragged card is positioned relative to the screen; inside a transformed dialog it would be relative to the
      // dialog.
      renderClone={(provided, _snapshot, { source }) => (
        <div
          ref={provided.innerRef}
          {...provided.draggableProps}
          {...provided.dragHandleProps}
          className={classes.clone}
        >
          {cards[source.index]?.title}
        </div>
      )}
    >
      {(list) => (
        <ol ref={list.innerRef} {...list.droppableProps} className={blocks.list}>
          {cards.map(({ key }, index) => (
            <Draggable key={key} draggableId={key} index={index} disableInteractiveElementBlocking>
              {(item) => (
                <li ref={item.innerRef} {...item.draggableProps} className={classes.card}>
                  {children(index, item.dragHandleProps)}
                </li>
              )}
            </Draggable>
          ))}
          {list.placeholder}
        </ol>
      )}
    </Droppable>
  )
}
