import type { Choice, Question } from '@chuma/contract/surveys/questionnaire/questions'
import {
  DragDropContext,
  Draggable,
  type DraggableProvidedDragHandleProps,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import { ActionIcon, Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { getNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import questionCardsClasses from './question-cards.module.css'
import classes from './questionnaire.module.css'
import { WordsInput } from './rule-list.tsx'

type Props = {
  question: Question
  number: number
  languages: readonly string[]
  onChange: (question: Question) => void
}

/** What only a question's type has: options, rows, bounds and labels. */
export function QuestionSettings({ question, number, languages, onChange }: Props) {
  const t = useT()
  const label = (name: string) => `${name} (${number})`
  switch (question.type) {
    case 'multiple-choice':
    case 'choices':
      return (
        <>
          <OptionList
            name={t('questionnaire.option')}
            {...{ number, languages }}
            options={question.options}
            hasKinds={question.type === 'choices'}
            onChange={(options) => onChange({ ...question, options })}
          />
          <Switch
            label={label(t('questionnaire.random'))}
            checked={question.order === 'random'}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...question, order: checked ? 'random' : 'fixed' })
            }
          />
          {question.type === 'choices' && (
            <NumberInput
              label={label(t('questionnaire.most'))}
              description={t('questionnaire.mostHint')}
              value={question.most ?? ''}
              onChange={(value) => {
                const { most: _, ...rest } = question
                onChange(value === '' ? rest : { ...rest, most: Number(value) })
              }}
            />
          )}
        </>
      )
    case 'scale':
    case 'number':
    case 'text':
      return <NumberSettings {...{ question, number, languages, onChange }} />
    case 'grid':
      return (
        <>
          <OptionList
            name={t('questionnaire.row')}
            {...{ number, languages }}
            options={question.rows}
            onChange={(rows) => onChange({ ...question, rows })}
          />
          <OptionList
            name={t('questionnaire.column')}
            {...{ number, languages }}
            options={question.columns}
            onChange={(columns) => onChange({ ...question, columns })}
          />
        </>
      )
    default:
      return null
  }
}

type ListProps = {
  name: string
  number: number
  languages: readonly string[]
  options: Choice[]
  hasKinds?: boolean
  onChange: (options: Choice[]) => void
}

function OptionList({ name, number, languages, options, hasKinds = false, onChange }: ListProps) {
  const t = useT()
  const add = () => {
    let place = options.length + 1
    while (options.some(({ code }) => code === `o${place}`)) place += 1
    onChange([...options, { code: `o${place}`, words: { en: '' } }])
  }
  return (
    <div>
      {options.map((option, index) => {
        const label = `${name} ${index + 1} (${number})`
        const change = (changed: Partial<Choice>) => onChange(options.with(index, { ...option, ...changed }))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: codes may repeat while they are typed
          <div key={index} className={classes.option}>
            <TextInput
              label={`${label}: ${t('questionnaire.code')}`}
              maxLength={32}
              value={option.code}
              onChange={({ currentTarget: { value: code } }) => change({ code })}
            />
            <WordsInput
              {...{ label, languages }}
              words={option.words}
              max={200}
              onChange={(words) => change({ words })}
            />
            {hasKinds && (
              <KindSelect {...{ label, option }} onChange={(next) => onChange(options.with(index, next))} />
            )}
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('questionnaire.removeOf', { label })}
              disabled={options.length <= 1}
              onClick={() => onChange(options.toSpliced(index, 1))}
            >
              <IconX aria-hidden size={20} />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconPlus aria-hidden size={18} />}
        aria-label={t('questionnaire.addTo', { name, number })}
        onClick={add}
      >
        {t('questionnaire.add', { name })}
      </Button>
    </div>
  )
}

const KINDS = ['plain', 'none', 'other'] as const

type KindProps = { label: string; option: Choice; onChange: (option: Choice) => void }

function KindSelect({ label, option, onChange }: KindProps) {
  const t = useT()
  return (
    <NativeSelect
      aria-label={`${label}: ${t('questionnaire.kind')}`}
      data={KINDS.map((kind) => ({ value: kind, label: t(`questionnaire.kind.${kind}`) }))}
      value={option.kind ?? 'plain'}
      onChange={({ currentTarget: { value } }) => {
        const { kind: _, ...rest } = option
        onChange(value === 'none' || value === 'other' ? { ...rest, kind: value } : rest)
      }}
    />
  )
}

type NumberSettingsProps = {
  question: Extract<Question, { type: 'scale' | 'number' | 'text' }>
  number: number
  languages: readonly string[]
  onChange: (question: Question) => void
}

/** The bounds of a scale, a number or a text, and what they are called. */
function NumberSettings({ question, number, languages, onChange }: NumberSettingsProps) {
  const t = useT()
  const label = (name: string) => `${name} (${number})`
  const field = (name: string, value: number, change: (value: number) => Question) => (
    <NumberInput label={label(name)} value={value} onChange={(typed) => onChange(change(Number(typed)))} />
  )
  switch (question.type) {
    case 'scale':
      return (
        <>
          <Group grow>
            {field(t('questionnaire.from'), question.from, (from) => ({ ...question, from }))}
            {field(t('questionnaire.to'), question.to, (to) => ({ ...question, to }))}
          </Group>
          <EndLabels {...{ question, label, languages, onChange }} />
        </>
      )
    case 'number':
      return (
        <>
          <Group grow>
            {field(t('questionnaire.min'), question.min, (min) => ({ ...question, min }))}
            {field(t('questionnaire.max'), question.max, (max) => ({ ...question, max }))}
            {field(t('questionnaire.decimals'), question.decimals, (decimals) => ({ ...question, decimals }))}
          </Group>
          <WordsInput
            label={label(t('questionnaire.unit'))}
            words={question.unit}
            {...{ languages }}
            max={30}
            onChange={(unit) => {
              const { unit: _, ...rest } = question
              onChange(unit.en ? { ...rest, unit } : rest)
            }}
          />
        </>
      )
    case 'text':
      return field(t('questionnaire.characters'), question.most, (most) => ({ ...question, most }))
  }
}

type EndProps = Pick<NumberSettingsProps, 'languages' | 'onChange'> & {
  question: Extract<Question, { type: 'scale' }>
  label: (name: string) => string
}

/** What the ends of a scale mean. */
function EndLabels({ question, label, languages, onChange }: EndProps) {
  const t = useT()
  return (['low', 'high'] as const).map((end) => (
    <WordsInput
      key={end}
      label={label(t(`questionnaire.${end}`))}
      words={question[end]}
      {...{ languages }}
      max={60}
      onChange={(words) => {
        const { [end]: _, ...rest } = question
        onChange((words.en ? { ...rest, [end]: words } : rest) as Question)
      }}
    />
  ))
}

type QuestionHeadProps = {
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
export function QuestionHead({ number, handle, onUp, onDown, onRemove, children, more }: QuestionHeadProps) {
  const t = useT()
  const ways = [
    { label: t('questions.up', { number }), move: onUp, Icon: IconArrowUp },
    { label: t('questions.down', { number }), move: onDown, Icon: IconArrowDown },
  ]
  return (
    <div className={questionCardsClasses.head}>
      {/* Escape drops the card without closing the dialog. */}
      <button
        type="button"
        {...handle}
        data-mantine-stop-propagation="true"
        aria-label={t('questions.move', { number })}
        className={questionCardsClasses.handle}
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
          className={questionCardsClasses.clone}
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
                <li ref={item.innerRef} {...item.draggableProps} className={questionCardsClasses.card}>
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
