import { TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { ActionIcon, Button, Group, JsonInput, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import type { Place } from './edit-questionnaire.ts'
import { textIn } from './phone.tsx'
import classes from './questionnaire.module.css'

type Props = {
  /** "Show question 2 if": names what depends on the condition. */
  label: string
  rule: Logic | undefined
  onChange: (rule: Logic | undefined) => void
  targets: readonly Target[]
  /** Without a condition nothing would be left. */
  isRequired?: boolean
}

/** A condition as a sentence that can be read and changed. What a sentence cannot say stays JSON. */
export function ConditionBuilder({ label, rule, onChange, targets, isRequired = false }: Props) {
  const t = useT()
  const condition = rule === undefined ? null : readCondition(rule)
  const first = targets[0]
  if (rule !== undefined && condition === null)
    return <WrittenRule {...{ label, rule, onChange, isRequired }} />
  const change = (parts: Part[], join = condition?.join ?? 'and') =>
    onChange(parts.length > 0 ? toLogic({ join, parts }) : undefined)
  const parts = condition?.parts ?? []
  return (
    <div className={classes.condition}>
      <Text fw={500}>{label}</Text>
      <Text c="dimmed" size="sm">
        {condition ? sayCondition(condition, targets, t) : t('questionnaire.always')}
      </Text>
      {parts.map((part, index) => (
        <PartFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a comparison has only its position
          key={index}
          {...{ part, targets }}
          label={`${label} ${index + 1}`}
          onChange={(changed) => change(parts.with(index, changed))}
          onRemove={isRequired && parts.length === 1 ? undefined : () => change(parts.toSpliced(index, 1))}
        />
      ))}
      {parts.length > 1 && (
        <NativeSelect
          label={t('questionnaire.join')}
          data={[
            { value: 'and', label: t('questionnaire.all') },
            { value: 'or', label: t('questionnaire.any') },
          ]}
          value={condition?.join}
          onChange={({ currentTarget }) => change(parts, currentTarget.value === 'or' ? 'or' : 'and')}
        />
      )}
      {first ? (
        <div>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPlus aria-hidden size={18} />}
            aria-label={t('questionnaire.addConditionTo', { label })}
            onClick={() => change([...parts, newPart(first)])}
          >
            {t('questionnaire.addCondition')}
          </Button>
        </div>
      ) : (
        <Text c="dimmed" size="sm">
          {t('questionnaire.nothingEarlier')}
        </Text>
      )}
    </div>
  )
}

/** "the answer to 1. Do you drink tea? is Yes and …" */
function sayCondition(
  { join, parts }: Condition,
  targets: readonly Target[],
  t: ReturnType<typeof useT>,
): string {
  const said = parts.map(({ path, test, value }) => {
    const target = targets.find((each) => each.path === path)
    const question = target?.label ?? path
    if (test === 'answered') return t('questionnaire.says.answered', { question })
    const shown = target?.values?.find((each) => each.value === value)?.label ?? String(value)
    return t(`questionnaire.says.${test}`, { question, value: shown })
  })
  return t('questionnaire.if', { condition: said.join(` ${t(`questionnaire.${join}`)} `) })
}

type PartProps = {
  part: Part
  label: string
  targets: readonly Target[]
  onChange: (part: Part) => void
  onRemove: (() => void) | undefined
}

function PartFields({ part, label, targets, onChange, onRemove }: PartProps) {
  const t = useT()
  const target = targets.find(({ path }) => path === part.path)
  return (
    <Group align="end" gap="xs" className={classes.part}>
      <NativeSelect
        label={t('questionnaire.answerTo')}
        aria-label={`${label}: ${t('questionnaire.answerTo')}`}
        data={[
          ...(target ? [] : [{ value: part.path, label: part.path }]),
          ...targets.map(({ path, label: name }) => ({ value: path, label: name })),
        ]}
        value={part.path}
        onChange={({ currentTarget }) => {
          const chosen = targets.find(({ path }) => path === currentTarget.value)
          if (chosen) onChange(newPart(chosen))
        }}
      />
      <NativeSelect
        aria-label={`${label}: ${t('questionnaire.compare')}`}
        data={(target ? listTests(target.question) : [part.test]).map((test) => ({
          value: test,
          label: t(`questionnaire.test.${test}`),
        }))}
        value={part.test}
        onChange={({ currentTarget }) => {
          const test = target && listTests(target.question).find((each) => each === currentTarget.value)
          if (test) onChange({ ...part, test })
        }}
      />
      {part.test !== 'answered' && <ValueField {...{ part, label, target, onChange }} />}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('questionnaire.removeConditionOf', { label })}
          onClick={onRemove}
        >
          <IconX aria-hidden size={20} />
        </ActionIcon>
      )}
    </Group>
  )
}

type ValueProps = Pick<PartProps, 'part' | 'label' | 'onChange'> & { target: Target | undefined }

function ValueField({ part, label, target, onChange }: ValueProps) {
  const t = useT()
  const name = `${label}: ${t('questionnaire.value')}`
  if (target?.values) {
    return (
      <NativeSelect
        aria-label={name}
        data={target.values.map(({ value, label: shown }) => ({ value: String(value), label: shown }))}
        value={String(part.value)}
        onChange={({ currentTarget }) => onChange({ ...part, value: currentTarget.value })}
      />
    )
  }
  return target && isNumeric(target.question) ? (
    <NumberInput
      aria-label={name}
      value={part.value}
      onChange={(value) => onChange({ ...part, value: Number(value) })}
    />
  ) : (
    <TextInput
      aria-label={name}
      value={part.value}
      onChange={({ currentTarget }) => onChange({ ...part, value: currentTarget.value })}
    />
  )
}

function WrittenRule({ label, rule, onChange, isRequired }: Omit<Props, 'targets'>) {
  const t = useT()
  return (
    <JsonInput
      label={label}
      description={t('questionnaire.written')}
      autosize
      defaultValue={JSON.stringify(rule)}
      validationError={t('questionnaire.notJson')}
      onBlur={({ currentTarget: { value } }) => {
        if (value.trim() === '') {
          if (!isRequired) onChange(undefined)
          return
        }
        try {
          onChange(JSON.parse(value))
        } catch {
          // The field says so, and the last valid condition stays.
        }
      }}
    />
  )
}

type Test = 'is' | 'not' | 'has' | 'hasNot' | 'more' | 'less' | 'answered'
type Part = { path: string; test: Test; value: string | number }
/** A condition that reads as a sentence: some comparisons, all or any of which have to hold. */
export type Condition = { join: 'and' | 'or'; parts: Part[] }

export function toLogic({ join, parts }: Condition): Logic {
  const [only, ...others] = parts.map(toRule)
  return only !== undefined && others.length === 0 ? only : { [join]: parts.map(toRule) }
}

function toRule({ path, test, value }: Part): Logic {
  const answer = { var: path }
  switch (test) {
    case 'is':
      return { '==': [answer, value] }
    case 'not':
      return { '!=': [answer, value] }
    case 'has':
      return { in: [value, answer] }
    case 'hasNot':
      return { '!': [{ in: [value, answer] }] }
    case 'more':
      return { '>': [answer, value] }
    case 'less':
      return { '<': [answer, value] }
    case 'answered':
      return { '!!': [answer] }
  }
}

/** Read a condition back; null if it says more than the sentence can. */
export function readCondition(rule: Logic): Condition | null {
  const read = operationOf(rule)
  if (read && (read.name === 'and' || read.name === 'or')) {
    const parts = read.values.map(readPart)
    return parts.length > 0 && parts.every((part) => part !== null) ? { join: read.name, parts } : null
  }
  const part = readPart(rule)
  return part && { join: 'and', parts: [part] }
}

function operationOf(rule: Logic | undefined): { name: string; values: Logic[] } | null {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return null
  const [entry] = Object.entries(rule)
  if (!entry) return null
  const [name, value] = entry
  return { name, values: Array.isArray(value) ? value : [value] }
}

const COMPARISONS: Record<string, Test> = {
  '==': 'is',
  '!=': 'not',
  '>': 'more',
  '<': 'less',
  '!!': 'answered',
}

function readPart(rule: Logic): Part | null {
  const read = operationOf(rule)
  if (!read) return null
  const { name, values } = read
  if (name === '!') {
    const inner = values.length === 1 && values[0] !== undefined ? readPart(values[0]) : null
    return inner?.test === 'has' ? { ...inner, test: 'hasNot' } : null
  }
  const [answer, value] = name === 'in' ? [values[1], values[0]] : values
  const path = operationOf(answer)
  const test = name === 'in' ? 'has' : COMPARISONS[name]
  if (!test || path?.name !== 'var' || path.values.length !== 1 || typeof path.values[0] !== 'string')
    return null
  if (test === 'answered') return values.length === 1 ? { path: path.values[0], test, value: '' } : null
  return typeof value === 'string' || typeof value === 'number' ? { path: path.values[0], test, value } : null
}

/** What a condition can read: a question, or one row of a grid. */
export type Target = {
  path: string
  label: string
  question: Pick<Question, 'type'>
  /** Its possible answers; null for words and numbers. */
  values: { value: string | number; label: string }[] | null
}

type Words = { yes: string; no: string; number: (number: number) => string }

/** List what was asked before a place. `isIncluded`: the question there is among it, because the condition comes behind it. */
export function listTargets(
  questionnaire: Questionnaire,
  { isIncluded, ...place }: Place & { isIncluded: boolean },
  words: Words,
): Target[] {
  const earlier = questionnaire.sections.flatMap(({ questions }, section) =>
    questions.filter(
      (_, question) =>
        section < place.section ||
        (section === place.section && question < place.question + (isIncluded ? 1 : 0)),
    ),
  )
  const asked = earlier.filter(({ type }) => type !== 'note')
  return asked.flatMap((question) => toTargets(question, words.number(1 + earlier.indexOf(question)), words))
}

/** What conditions can read of the member's profile, in front of what they answer. */
export const listProfileTargets = (label: (name: string) => string): Target[] =>
  TRAIT_KEYS.map((key) => ({
    path: `profile.${key}`,
    label: label(TRAITS[key].name.en),
    question: { type: 'multiple-choice' },
    values: TRAITS[key].options.map(({ code, words }) => ({ value: code, label: words.en })),
  }))

function toTargets(question: Question, name: string, { yes, no }: Words): Target[] {
  const label = `${name} ${textIn(question.words, 'en')}`.trim()
  const target = (values: Target['values']): Target[] => [{ path: question.code, label, question, values }]
  const toValue = ({ code, words }: { code: string; words: Record<string, string> }) => ({
    value: code,
    label: textIn(words, 'en') || code,
  })
  switch (question.type) {
    case 'multiple-choice':
    case 'choices':
    case 'ranking':
      return target(question.options.map(toValue))
    case 'yes-no':
      return target([
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ])
    case 'grid':
      return question.rows.map((row) => ({
        path: `${question.code}.${row.code}`,
        label: `${label}: ${toValue(row).label}`,
        question,
        values: question.columns.map(toValue),
      }))
    default:
      return target(null)
  }
}

/** How a question's answer can be compared. */
function listTests({ type }: Pick<Question, 'type'>): Test[] {
  if (type === 'choices' || type === 'ranking') return ['has', 'hasNot', 'answered']
  if (ORDERED.has(type)) return ['is', 'not', 'more', 'less', 'answered']
  return ['is', 'not', 'answered']
}

const NUMERIC: readonly Question['type'][] = ['rating', 'scale', 'number', 'calculation']
/** Days and times have an order too. */
const ORDERED: ReadonlySet<Question['type']> = new Set([...NUMERIC, 'date', 'time', 'date-time'])
const isNumeric = ({ type }: Pick<Question, 'type'>) => NUMERIC.includes(type)

/** A condition about a question, for the author to change. */
export function newPart({ path, question, values }: Target): Part {
  const [test = 'is'] = listTests(question)
  return { path, test, value: values?.[0]?.value ?? (isNumeric(question) ? 1 : '') }
}
