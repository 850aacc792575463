import {
  DragDropContext,
  Draggable,
  type DraggableProvidedDragHandleProps,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { getNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './question-cards.module.css'

type Props = {
  number: number
  handle: DragHandleProps
  /** Null at the end of the list. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: () => void
  /** The question's name, or a button that opens it. */
  children: ReactNode
  /** Between moving and removing. */
  more?: ReactNode
}

/** The first line of a question's card: what it is, and where to move it, also for people who can press buttons but not drag. */
export function QuestionHead({ number, handle, onUp, onDown, onRemove, children, more }: Props) {
  const t = useT()
  const ways = [
    { label: t('questions.up', { number }), move: onUp, Icon: IconArrowUp },
    { label: t('questions.down', { number }), move: onDown, Icon: IconArrowDown },
  ]
  return (
    <div className={classes.head}>
      {/* Escape drops the card without closing the dialog. */}
      <button
        type="button"
        {...handle}
        data-mantine-stop-propagation="true"
        aria-label={t('questions.move', { number })}
        className={classes.handle}
      >
        <IconGripVertical aria-hidden size={20} />
      </button>
      {children}
      {ways.map(({ label, move, Icon }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          size={44}
          aria-label={label}
          // Not disabled: that would drop the focus after the last press, while a question is moved to the end.
          aria-disabled={move === null}
          {...(move === null && { 'data-disabled': true })}
          onClick={() => move?.()}
        >
          <Icon aria-hidden size={20} />
        </ActionIcon>
      ))}
      {more}
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={t('questions.remove', { number })}
        onClick={onRemove}
      >
        <IconTrash aria-hidden size={20} />
      </ActionIcon>
    </div>
  )
}

export type DragHandleProps = DraggableProvidedDragHandleProps | null

type DragListProps = {
  id: string
  /** `title`: what a card shows while it is dragged. */
  cards: { key: string; title: string }[]
  children: (index: number, handle: DragHandleProps) => ReactNode
}

/** A list of cards inside a `DragArea`. */
export function DragList({ id, cards, children }: DragListProps) {
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

/** `list`: the id of the `DragList`. */
export type DragPlace = { list: string; index: number }

type DragAreaProps = { onMove: (from: DragPlace, to: DragPlace) => void; children: ReactNode }

/** Around lists whose cards are moved by mouse, touch or keyboard. What happens is announced. */
export function DragArea({ onMove, children }: DragAreaProps) {
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
