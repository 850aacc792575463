import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Choice, Question, QuestionType } from '@chuma/contract/surveys/questionnaire/questions'
import { ActionIcon, Button, NativeSelect, Switch } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconAlignLeft,
  IconArrowDown,
  IconArrowUp,
  IconCalendar,
  IconCalendarTime,
  IconCheckbox,
  IconChevronDown,
  IconChevronUp,
  IconCircleDot,
  IconClock,
  IconCopy,
  IconHash,
  IconInfoCircle,
  IconListNumbers,
  IconMathFunction,
  IconStar,
  IconTable,
  IconToggleRight,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ConditionBuilder, listProfileTargets, listTargets, type Target } from './condition-builder.tsx'
import {
  changeQuestion,
  duplicateQuestion,
  findStep,
  isCodeTaken,
  moveQuestion,
  numberOf,
  type Place,
  QUESTION_TYPES,
  removeQuestion,
  renameChoice,
  renameQuestion,
  withType,
} from './edit-questionnaire.ts'
import { withField } from './more-settings.tsx'
import { CodeInput, QuestionSettings } from './question-settings.tsx'
import classes from './questionnaire.module.css'
import { EndRules, WordsInput } from './rule-list.tsx'
import { RuleSettings } from './rule-settings.tsx'

type Props = {
  questionnaire: Questionnaire
  onChange: (questionnaire: Questionnaire) => void
  place: Place
  question: Question
  /** Just added: its text has the focus. */
  isNew: boolean
  /** Opens the copy. */
  onOpen: (id: number) => void
}

/** One question, edited where a reader would look for it. */
export function QuestionPanel({ questionnaire, place, question, isNew, onChange, onOpen }: Props) {
  const t = useT()
  const [isAdvanced, setAdvanced] = useState(false)
  const number = numberOf(questionnaire, place)
  const { languages } = questionnaire
  const change = (changed: Question) => onChange(changeQuestion(questionnaire, place, changed))
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const before = listTargets(questionnaire, { ...place, isIncluded: false }, words)
  const setShowIf = (rule: Logic | undefined) => {
    const { showIf: _, ...rest } = question
    change(rule === undefined ? (rest as Question) : { ...question, showIf: rule })
  }
  return (
    <section className={classes.section}>
      <QuestionHead {...{ questionnaire, place, question, onChange, onOpen }} />
      <Texts key={question.id} {...{ question, number, languages, isNew }} onChange={change} />
      <TypePicker
        number={number}
        type={question.type}
        onChoose={(type) => change(withType(question, type))}
      />
      <QuestionSettings
        {...{ question, number, languages }}
        hasCodes={isAdvanced}
        onChange={change}
        onRename={(list, from, to) => onChange(renameChoice(questionnaire, { question, list, from, to }))}
      />
      {question.type !== 'note' && question.type !== 'calculation' && (
        <Switch
          label={t('questions.required', { number })}
          checked={question.required}
          onChange={({ currentTarget: { checked: required } }) => change({ ...question, required })}
        />
      )}
      <ConditionBuilder
        label={t('questionnaire.showQuestion', { number })}
        rule={question.showIf}
        targets={[...before, ...listProfileTargets((name) => t('questionnaire.ofProfile', { name }))]}
        onChange={setShowIf}
      />
      <PartConditions {...{ question, number }} onChange={change} targets={before} />
      <EndRules
        name={t('questions.number', { number })}
        rules={question.endIf}
        targets={listTargets(questionnaire, { ...place, isIncluded: true }, words)}
        {...{ languages }}
        onChange={(endIf) => change({ ...question, endIf })}
      />
      <div>
        <Button
          variant="subtle"
          size="sm"
          aria-expanded={isAdvanced}
          rightSection={
            isAdvanced ? <IconChevronUp aria-hidden size={18} /> : <IconChevronDown aria-hidden size={18} />
          }
          onClick={() => setAdvanced(!isAdvanced)}
        >
          {t('questionnaire.advanced')}
        </Button>
      </div>
      {isAdvanced && (
        <>
          <CodeInput
            label={t('questionnaire.codeOf', { number })}
            code={question.code}
            isTaken={(code) => isCodeTaken(questionnaire, code, question.code)}
            onRename={(code) => onChange(renameQuestion(questionnaire, question.code, code))}
          />
          <AttentionCheck {...{ question, number }} onChange={change} />
          <RuleSettings
            {...{ questionnaire, place, question, number }}
            targets={listTargets(questionnaire, { ...place, isIncluded: true }, words)}
            onChange={change}
          />
        </>
      )}
    </section>
  )
}

type TextsProps = {
  question: Question
  number: number
  languages: readonly string[]
  isNew: boolean
  onChange: (question: Question) => void
}

/** What is asked, and how to answer it. */
function Texts({ question, number, languages, isNew, onChange }: TextsProps) {
  const t = useT()
  return (
    <>
      <WordsInput
        label={t('questionnaire.words', { number })}
        words={question.words}
        {...{ languages }}
        max={question.type === 'note' ? 4000 : 500}
        isLong={question.type === 'note'}
        hasFocus={isNew}
        onChange={(texts) => onChange({ ...question, words: texts })}
      />
      {question.type !== 'calculation' && (
        <WordsInput
          label={t('questionnaire.hint', { number })}
          words={question.hint}
          {...{ languages }}
          max={500}
          onChange={(hint) => onChange(withField(question, 'hint', hint.en ? hint : undefined))}
        />
      )}
    </>
  )
}

type HeadProps = Pick<Props, 'questionnaire' | 'place' | 'question' | 'onChange' | 'onOpen'>

/** Which question it is, and what can be done with it as a whole, also without dragging. */
function QuestionHead({ questionnaire, place, onChange, onOpen }: HeadProps) {
  const t = useT()
  const number = numberOf(questionnaire, place)
  const ways = [
    { label: t('questions.up', { number }), to: findStep(questionnaire, place, -1), Icon: IconArrowUp },
    { label: t('questions.down', { number }), to: findStep(questionnaire, place, 1), Icon: IconArrowDown },
  ]
  const copy = () => {
    const changed = duplicateQuestion(questionnaire, place)
    onChange(changed)
    const id = changed.sections[place.section]?.questions[place.question + 1]?.id
    if (id !== undefined) onOpen(id)
  }
  return (
    <div className={classes.head}>
      <strong>{t('questions.number', { number })}</strong>
      {ways.map(({ label, to, Icon }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          size={44}
          aria-label={label}
          // Not disabled: that would drop the focus after the last press, while a question is moved to the end.
          aria-disabled={to === null}
          {...(to === null && { 'data-disabled': true })}
          onClick={() => to && onChange(moveQuestion(questionnaire, place, to))}
        >
          <Icon aria-hidden size={20} />
        </ActionIcon>
      ))}
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={t('questionnaire.duplicate', { number })}
        onClick={copy}
      >
        <IconCopy aria-hidden size={20} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={t('questions.remove', { number })}
        onClick={() => onChange(removeQuestion(questionnaire, place))}
      >
        <IconTrash aria-hidden size={20} />
      </ActionIcon>
    </div>
  )
}

const TYPE_ICONS = {
  'multiple-choice': IconCircleDot,
  choices: IconCheckbox,
  rating: IconStar,
  scale: IconAdjustmentsHorizontal,
  number: IconHash,
  text: IconAlignLeft,
  'yes-no': IconToggleRight,
  grid: IconTable,
  note: IconInfoCircle,
  date: IconCalendar,
  time: IconClock,
  'date-time': IconCalendarTime,
  ranking: IconListNumbers,
  calculation: IconMathFunction,
} as const satisfies Record<QuestionType, typeof IconHash>

type TypeProps = { number: number; type: QuestionType; onChoose: (type: QuestionType) => void }

function TypePicker({ number, type, onChoose }: TypeProps) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-label={t('questions.type', { number })} className={classes.types}>
      {QUESTION_TYPES.map((each) => {
        const Icon = TYPE_ICONS[each]
        return (
          <button key={each} type="button" aria-pressed={each === type} onClick={() => onChoose(each)}>
            <Icon aria-hidden size={20} />
            {t(`questionnaire.type.${each}`)}
          </button>
        )
      })}
    </div>
  )
}

type CheckProps = { question: Question; number: number; onChange: (question: Question) => void }

/** The right answer of an attention check. */
function AttentionCheck({ question, number, onChange }: CheckProps) {
  const t = useT()
  const answers = listExpected(question, { yes: t('survey.yes'), no: t('survey.no') })
  if (answers.length === 0) return null
  const expected = 'expected' in question ? question.expected : undefined
  return (
    <NativeSelect
      label={t('questions.expected', { number })}
      description={t('questions.expectedHint')}
      data={[
        { value: '', label: t('questions.noCheck') },
        ...answers.map(({ value, label }) => ({ value: String(value), label })),
      ]}
      value={String(expected ?? '')}
      onChange={({ currentTarget }) => {
        const { expected: _, ...rest } = question as Question & { expected?: unknown }
        const chosen = answers.find(({ value }) => String(value) === currentTarget.value)
        onChange((chosen ? { ...rest, expected: chosen.value } : rest) as Question)
      }}
    />
  )
}

function listExpected(question: Question, { yes, no }: { yes: string; no: string }) {
  const numbers = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => ({
      value: from + place,
      label: String(from + place),
    }))
  switch (question.type) {
    case 'multiple-choice':
      return question.options.map(({ code, words }) => ({ value: code, label: words.en || code }))
    case 'rating':
      return numbers(1, 5)
    case 'scale':
      return numbers(question.from, question.to)
    case 'yes-no':
      return [
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]
    default:
      return []
  }
}

type PartConditionsProps = {
  question: Question
  number: number
  targets: readonly Target[]
  onChange: (question: Question) => void
}

/** The conditions of options or rows, one at a time: most have none. */
function PartConditions({ question, number, targets, onChange }: PartConditionsProps) {
  const t = useT()
  const [code, setCode] = useState('')
  const parts: Choice[] =
    'options' in question ? question.options : question.type === 'grid' ? question.rows : []
  if (parts.length === 0 || targets.length === 0) return null
  const chosen = parts.find((part) => part.code === code)
  const change = (rule: Logic | undefined) => {
    const changed = parts.map((part) => (part.code === code ? withRule(part, rule) : part))
    if (question.type === 'grid') onChange({ ...question, rows: changed })
    else if ('options' in question) onChange({ ...question, options: changed } as Question)
  }
  return (
    <>
      <NativeSelect
        label={t('questionnaire.optionCondition', { number })}
        data={[
          { value: '', label: t('questionnaire.noOption') },
          ...parts.map((part) => ({
            value: part.code,
            label: `${part.words.en || part.code}${part.showIf === undefined ? '' : ' *'}`,
          })),
        ]}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
      />
      {chosen && (
        <ConditionBuilder
          key={code}
          label={t('questionnaire.showOption', { option: chosen.words.en || chosen.code })}
          rule={chosen.showIf}
          targets={targets}
          onChange={change}
        />
      )}
    </>
  )
}

function withRule({ showIf: _, ...part }: Choice, rule: Logic | undefined): Choice {
  return rule === undefined ? part : { ...part, showIf: rule }
}
