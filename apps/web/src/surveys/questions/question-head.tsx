import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { DragHandleProps } from './drag-list.tsx'
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
