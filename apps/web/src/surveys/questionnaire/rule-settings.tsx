import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { ConditionBuilder, newPart, type Target, toLogic } from './condition-builder.tsx'
import type { Place } from './edit-questionnaire.ts'
import { withField } from './more-settings.tsx'
import { textIn } from './phone.tsx'
import classes from './questionnaire.module.css'
import { WordsInput } from './rule-list.tsx'

type Props = {
  questionnaire: Questionnaire
  place: Place
  question: Question
  number: number
  /** What was asked before, and the question itself. */
  targets: readonly Target[]
  onChange: (question: Question) => void
}

/** What few questions have: a rule for the answer, several wordings, a place that stays, rows from an earlier answer. */
export function RuleSettings(props: Props) {
  const { questionnaire, place, question, number, onChange } = props
  const t = useT()
  const isMixed = questionnaire.sections[place.section]?.order === 'random'
  return (
    <>
      {isMixed && (
        <Switch
          label={t('questionnaire.fixed', { number })}
          checked={question.fixed === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange(withField(question, 'fixed', checked || undefined))
          }
        />
      )}
      {question.type === 'grid' && <RowSource {...props} question={question} />}
      {question.type === 'text' && <Pattern {...props} question={question} />}
      <Constraint {...props} />
      <Variants {...props} />
    </>
  )
}

type Of<Type extends Question['type']> = Omit<Props, 'question'> & {
  question: Extract<Question, { type: Type }>
}

/** Rows that are the options chosen at an earlier question. */
function RowSource({ questionnaire, question, number, targets, onChange }: Of<'grid'>) {
  const t = useT()
  const all = questionnaire.sections.flatMap(({ questions }) => questions)
  const earlier = new Set(targets.map(({ path }) => path))
  const sources = all.filter(({ type, code }) => type === 'choices' && earlier.has(code))
  if (sources.length === 0) return null
  return (
    <NativeSelect
      label={t('questionnaire.rowsFrom', { number })}
      description={t('questionnaire.rowsFromHint')}
      data={[
        { value: '', label: t('questionnaire.noRowsFrom') },
        ...sources.map(({ code, words }) => ({ value: code, label: textIn(words, 'en') || code })),
      ]}
      value={question.rowsFrom ?? ''}
      onChange={({ currentTarget: { value } }) => {
        // Their names would be those of the options.
        const rows = value === '' ? question.rows : question.rows.filter(({ words }) => words.en !== '')
        onChange(withField({ ...question, rows }, 'rowsFrom', value || undefined))
      }}
    />
  )
}

function Pattern({ questionnaire: { languages }, question, number, onChange }: Of<'text'>) {
  const t = useT()
  const { pattern } = question
  const change = (changed: typeof pattern) => onChange(withField(question, 'pattern', changed))
  return (
    <>
      <TextInput
        label={t('questionnaire.pattern', { number })}
        description={t('questionnaire.patternHint')}
        maxLength={200}
        value={pattern?.expression ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change(value === '' ? undefined : { message: { en: '' }, ...pattern, expression: value })
        }
      />
      {pattern && (
        <WordsInput
          label={t('questionnaire.patternMessage', { number })}
          words={pattern.message}
          {...{ languages }}
          max={300}
          onChange={(message) => change({ ...pattern, message })}
        />
      )}
    </>
  )
}

function Constraint({ questionnaire: { languages }, question, number, targets, onChange }: Props) {
  const t = useT()
  const { constraint } = question
  if (question.type === 'calculation') return null
  const own = targets.at(-1)
  const label = t('questionnaire.constraint', { number })
  if (!constraint) {
    const add = () => {
      if (!own) return
      const rule = toLogic({ join: 'and', parts: [newPart(own)] })
      onChange({ ...question, constraint: { if: rule, message: { en: '' } } })
    }
    return own ? <AddButton text={t('questionnaire.addConstraint')} onAdd={add} /> : null
  }
  const change = (changed: Partial<typeof constraint>) =>
    onChange({ ...question, constraint: { ...constraint, ...changed } })
  return (
    <div className={classes.rule}>
      <ConditionBuilder
        {...{ label, targets }}
        rule={constraint.if}
        isRequired
        onChange={(rule) => rule !== undefined && change({ if: rule })}
      />
      <WordsInput
        label={`${label}: ${t('questionnaire.message')}`}
        words={constraint.message}
        {...{ languages }}
        max={300}
        onChange={(message) => change({ message })}
      />
      <RemoveButton
        text={t('questionnaire.removeConstraint')}
        onRemove={() => onChange(withField(question, 'constraint', undefined))}
      />
    </div>
  )
}

/** Several wordings, of which each member reads one. */
function Variants({ questionnaire: { languages }, question, number, onChange }: Props) {
  const t = useT()
  const { variants = [] } = question
  const change = (changed: typeof variants) =>
    onChange(withField(question, 'variants', changed.length > 1 ? changed : undefined))
  const add = () => {
    const free = ['a', 'b', 'c', 'd', 'e', 'f'].filter((code) => variants.every((each) => each.code !== code))
    const added = free.slice(0, variants.length === 0 ? 2 : 1)
    change([
      ...variants,
      ...added.map((code) => ({ code, words: code === 'a' ? question.words : { en: '' } })),
    ])
  }
  return (
    <>
      {variants.map((variant, at) => (
        <WordsInput
          key={variant.code}
          label={t('questionnaire.variant', { number, code: variant.code })}
          words={variant.words}
          {...{ languages }}
          max={500}
          onChange={(words) => change(variants.with(at, { ...variant, words }))}
        />
      ))}
      {variants.length < 6 && <AddButton text={t('questionnaire.addVariant')} onAdd={add} />}
      {variants.length > 0 && (
        <RemoveButton
          text={t('questionnaire.removeVariant')}
          onRemove={() => change(variants.length > 2 ? variants.slice(0, -1) : [])}
        />
      )}
    </>
  )
}

function AddButton({ text, onAdd }: { text: string; onAdd: () => void }) {
  return (
    <div>
      <Button variant="subtle" size="sm" leftSection={<IconPlus aria-hidden size={18} />} onClick={onAdd}>
        {text}
      </Button>
    </div>
  )
}

function RemoveButton({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <div>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        leftSection={<IconTrash aria-hidden size={18} />}
        onClick={onRemove}
      >
        {text}
      </Button>
    </div>
  )
}
