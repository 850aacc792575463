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
import { IconGripVertical, IconPlus, IconX } from '@tabler/icons-react'
import { getNonce } from 'get-nonce'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { addOption, type ChoiceList, pasteOptions } from './edit-questionnaire.ts'
import {
  CalculationSettings,
  CountSettings,
  MomentSettings,
  NoteSettings,
  NumberBound,
  NumberCodes,
  withField,
} from './more-settings.tsx'
import questionCardsClasses from './question-cards.module.css'
import classes from './questionnaire.module.css'
import { WordsInput } from './rule-list.tsx'

type Props = {
  question: Question
  number: number
  languages: readonly string[]
  hasCodes: boolean
  onChange: (question: Question) => void
  /** A choice has another code, and so have the conditions about it. */
  onRename: (list: ChoiceList, from: string, to: string) => void
}

/** What only a question's type has: options, rows, bounds and labels. */
export function QuestionSettings({ question, number, languages, hasCodes, onChange, onRename }: Props) {
  const t = useT()
  const label = (name: string) => `${name} (${number})`
  switch (question.type) {
    case 'note':
      return <NoteSettings {...{ question, number, languages, onChange }} />
    case 'date':
    case 'time':
    case 'date-time':
      return <MomentSettings {...{ question, number, languages, onChange }} />
    case 'calculation':
      return <CalculationSettings {...{ question, number, languages, onChange }} />
    case 'multiple-choice':
    case 'choices':
    case 'ranking':
      return (
        <>
          <OptionList
            name={t('questionnaire.option')}
            {...{ number, languages, hasCodes, onRename }}
            list="options"
            options={question.options}
            kinds={KINDS[question.type]}
            isMixed={question.order === 'random'}
            onChange={(options) => onChange({ ...question, options } as Question)}
          />
          <Switch
            label={label(t('questionnaire.random'))}
            checked={question.order === 'random'}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...question, order: checked ? 'random' : 'fixed' })
            }
          />
          <CountSettings {...{ question, number, onChange }} />
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
            {...{ number, languages, hasCodes, onRename }}
            list="rows"
            options={question.rows}
            isMixed={question.order === 'random'}
            onChange={(rows) => onChange({ ...question, rows } as Question)}
          />
          <Switch
            label={label(t('questionnaire.randomRows'))}
            checked={question.order === 'random'}
            onChange={({ currentTarget: { checked } }) =>
              onChange(withField(question, 'order', checked ? 'random' : undefined))
            }
          />
          <OptionList
            name={t('questionnaire.column')}
            {...{ number, languages, hasCodes, onRename }}
            list="columns"
            options={question.columns}
            kinds={KINDS.columns}
            onChange={(columns) => onChange({ ...question, columns } as Question)}
          />
        </>
      )
    default:
      return null
  }
}

type ListProps = Pick<Props, 'number' | 'languages' | 'hasCodes' | 'onRename'> & {
  name: string
  list: ChoiceList
  options: Choice[]
  kinds?: readonly Kind[]
  /** They are shown in random order: one can stay in its place. */
  isMixed?: boolean
  onChange: (options: Choice[]) => void
}

/** Options, rows or columns: typed, pasted as a list, and dragged. */
function OptionList({ name, number, list, options, onChange, ...rest }: ListProps) {
  const t = useT()
  const what = t(`questionnaire.add.${list}`)
  const move = ({ index: from }: DragPlace, { index: to }: DragPlace) => {
    const moved = options[from]
    if (moved) onChange(options.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  return (
    <div>
      <DragArea onMove={move}>
        <DragList
          id={name}
          // Codes may repeat while they are typed.
          cards={options.map(({ words, code }, index) => ({ key: String(index), title: words.en || code }))}
        >
          {(index, handle) => (
            <OptionRow {...{ name, number, list, options, index, handle, onChange }} {...rest} />
          )}
        </DragList>
      </DragArea>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconPlus aria-hidden size={18} />}
        aria-label={t('questionnaire.addTo', { what, number })}
        onClick={() => onChange(addOption(options))}
      >
        {what}
      </Button>
    </div>
  )
}

type RowProps = ListProps & { index: number; handle: DragHandleProps }

function OptionRow({ name, number, list, options, index, handle, onChange, ...rest }: RowProps) {
  const { languages, hasCodes, kinds = [], isMixed = false, onRename } = rest
  const t = useT()
  const option = options[index]
  if (!option) return null
  const label = `${name} ${index + 1} (${number})`
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!text.trim().includes('\n')) return
    event.preventDefault()
    onChange(pasteOptions(options, index, text))
  }
  return (
    <div className={classes.option} onPaste={paste}>
      <DragHandle handle={handle} label={t('questionnaire.moveOf', { label })} />
      <WordsInput
        {...{ label, languages }}
        words={option.words}
        max={200}
        onChange={(words) => onChange(options.with(index, { ...option, words }))}
      />
      {hasCodes && (
        <CodeInput
          label={`${label}: ${t('questionnaire.code')}`}
          code={option.code}
          isTaken={(code) => options.some((other, at) => at !== index && other.code === code)}
          onRename={(code) => onRename(list, option.code, code)}
        />
      )}
      {kinds.length > 0 && (
        <KindSelect {...{ label, option, kinds }} onChange={(next) => onChange(options.with(index, next))} />
      )}
      {isMixed && option.kind === undefined && (
        <Switch
          label={t('questionnaire.fixedOption')}
          aria-label={`${label}: ${t('questionnaire.fixedOption')}`}
          checked={option.fixed === true}
          onChange={({ currentTarget: { checked } }) => {
            const { fixed: _, ...more } = option
            onChange(options.with(index, checked ? { ...more, fixed: true } : more))
          }}
        />
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
}

type CodeProps = {
  label: string
  code: string
  isTaken: (code: string) => boolean
  onRename: (code: string) => void
}

/** A code, which takes its uses along when it is left: half a code may be that of another question. */
export function CodeInput({ label, code, isTaken, onRename }: CodeProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && (typed === '' || isTaken(typed))
  const leave = () => {
    if (typed === null || isWrong) return
    if (typed !== code) onRename(typed)
    setTyped(null)
  }
  return (
    <TextInput
      label={label}
      maxLength={32}
      value={typed ?? code}
      error={isWrong && t(typed === '' ? 'questionnaire.codeMissing' : 'questionnaire.codeTaken')}
      onChange={({ currentTarget: { value } }) => setTyped(value.trim())}
      onBlur={leave}
    />
  )
}

type Kind = 'plain' | NonNullable<Choice['kind']>
const KINDS: Record<'multiple-choice' | 'choices' | 'ranking' | 'columns', readonly Kind[]> = {
  'multiple-choice': ['plain', 'none', 'dont-know', 'refused'],
  choices: ['plain', 'none', 'dont-know', 'refused', 'other'],
  ranking: [],
  columns: ['plain', 'dont-know', 'refused'],
}

type KindProps = {
  label: string
  option: Choice
  kinds: readonly Kind[]
  onChange: (option: Choice) => void
}

function KindSelect({ label, option, kinds, onChange }: KindProps) {
  const t = useT()
  return (
    <NativeSelect
      aria-label={`${label}: ${t('questionnaire.kind')}`}
      data={kinds.map((kind) => ({ value: kind, label: t(`questionnaire.kind.${kind}`) }))}
      value={option.kind ?? 'plain'}
      onChange={({ currentTarget: { value } }) => {
        const { kind: _, ...rest } = option
        const chosen = kinds.find((kind) => kind === value)
        onChange(chosen === undefined || chosen === 'plain' ? rest : { ...rest, kind: chosen })
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
            {(['min', 'max'] as const).map((end) => (
              <NumberBound
                key={end}
                label={label(t(`questionnaire.${end}`))}
                bound={question[end]}
                onChange={(bound) => onChange({ ...question, [end]: bound } as Question)}
              />
            ))}
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
          <NumberCodes {...{ question, number, languages, onChange }} />
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

type HandleProps = { handle: DragHandleProps; label: string }

export function DragHandle({ handle, label }: HandleProps) {
  return (
    <button type="button" {...handle} aria-label={label} className={questionCardsClasses.handle}>
      <IconGripVertical aria-hidden size={20} />
    </button>
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
