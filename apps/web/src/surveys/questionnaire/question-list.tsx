import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Choice, Question } from '@chuma/contract/surveys/questionnaire/questions'
import { ActionIcon, Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ConditionBuilder, listTargets, type Target } from './condition-builder.tsx'
import {
  addQuestion,
  changeQuestion,
  duplicateQuestion,
  findStep,
  moveQuestion,
  numberOf,
  type Place,
  QUESTION_TYPES,
  removeQuestion,
  withType,
} from './phone-preview.tsx'
import { type DragHandleProps, DragList, QuestionHead, QuestionSettings } from './question-settings.tsx'
import classes from './questionnaire.module.css'
import { EndRules, WordsInput } from './rule-list.tsx'

export type ListProps = {
  questionnaire: Questionnaire
  onChange: (questionnaire: Questionnaire) => void
  /** The id of the question that is open. */
  openId: number | null
  onOpen: (id: number | null) => void
}

/** The questions of a section: opened, moved by mouse, touch or keyboard, copied and removed. */
export function QuestionList({ section, ...list }: ListProps & { section: number }) {
  const t = useT()
  const { questionnaire, onChange, openId, onOpen } = list
  const questions = questionnaire.sections[section]?.questions ?? []
  const cards = questions.map(({ id, words }) => ({
    key: String(id),
    title: words.en || t('questions.untitled'),
  }))
  return (
    <>
      <DragList id={String(section)} cards={cards}>
        {(index, handle) => {
          const question = questions[index]
          const place = { section, question: index }
          return (
            question && (
              <>
                <ListedQuestion {...list} {...{ place, handle, question }} />
                {openId === question.id && (
                  <QuestionPanel
                    {...{ questionnaire, question, place }}
                    onChange={(changed) => onChange(changeQuestion(questionnaire, place, changed))}
                  />
                )}
              </>
            )
          )
        }}
      </DragList>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus aria-hidden size={20} />}
          aria-label={t('questionnaire.addQuestionTo', { number: section + 1 })}
          onClick={() => {
            const changed = addQuestion(questionnaire, section)
            onChange(changed)
            onOpen(changed.sections[section]?.questions.at(-1)?.id ?? null)
          }}
        >
          {t('questions.add')}
        </Button>
      </div>
    </>
  )
}

type ListedProps = ListProps & { place: Place; handle: DragHandleProps; question: Question }

function ListedQuestion({ questionnaire, onChange, openId, onOpen, place, handle, question }: ListedProps) {
  const t = useT()
  const number = numberOf(questionnaire, place)
  const stepTo = (by: -1 | 1) => {
    const to = findStep(questionnaire, place, by)
    return to && (() => onChange(moveQuestion(questionnaire, place, to)))
  }
  const isOpen = openId === question.id
  return (
    <QuestionHead
      {...{ number, handle }}
      onUp={stepTo(-1)}
      onDown={stepTo(1)}
      onRemove={() => onChange(removeQuestion(questionnaire, place))}
      more={
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('questionnaire.duplicate', { number })}
          onClick={() => onChange(duplicateQuestion(questionnaire, place))}
        >
          <IconCopy aria-hidden size={20} />
        </ActionIcon>
      }
    >
      <button
        type="button"
        className={classes.title}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : question.id)}
      >
        {number}. {question.words.en || t('questions.untitled')}
      </button>
    </QuestionHead>
  )
}

type QuestionPanelProps = {
  questionnaire: Questionnaire
  place: Place
  question: Question
  onChange: (question: Question) => void
}

/** Everything about one question. */
function QuestionPanel({ questionnaire, place, question, onChange }: QuestionPanelProps) {
  const t = useT()
  const number = numberOf(questionnaire, place)
  const { languages } = questionnaire
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const before = listTargets(questionnaire, { ...place, isIncluded: false }, words)
  const setShowIf = (rule: Logic | undefined) => {
    const { showIf: _, ...rest } = question
    onChange(rule === undefined ? (rest as Question) : { ...question, showIf: rule })
  }
  return (
    <>
      <WordsInput
        label={t('questionnaire.words', { number })}
        words={question.words}
        {...{ languages }}
        max={500}
        onChange={(texts) => onChange({ ...question, words: texts })}
      />
      <Group grow align="end">
        <NativeSelect
          label={t('questions.type', { number })}
          data={QUESTION_TYPES.map((type) => ({ value: type, label: t(`questionnaire.type.${type}`) }))}
          value={question.type}
          onChange={({ currentTarget }) => {
            const type = QUESTION_TYPES.find((each) => each === currentTarget.value)
            if (type) onChange(withType(question, type))
          }}
        />
        <TextInput
          label={t('questionnaire.codeOf', { number })}
          maxLength={32}
          value={question.code}
          onChange={({ currentTarget: { value: code } }) => onChange({ ...question, code })}
        />
      </Group>
      <Switch
        label={t('questions.required', { number })}
        checked={question.required}
        onChange={({ currentTarget: { checked: required } }) => onChange({ ...question, required })}
      />
      <QuestionSettings {...{ question, number, languages, onChange }} />
      <AttentionCheck {...{ question, number, onChange }} />
      <ConditionBuilder
        label={t('questionnaire.showQuestion', { number })}
        rule={question.showIf}
        targets={before}
        onChange={setShowIf}
      />
      <PartConditions {...{ question, number, onChange }} targets={before} />
      <EndRules
        name={t('questions.number', { number })}
        rules={question.endIf}
        targets={listTargets(questionnaire, { ...place, isIncluded: true }, words)}
        {...{ languages }}
        onChange={(endIf) => onChange({ ...question, endIf })}
      />
    </>
  )
}

type CheckProps = Pick<QuestionPanelProps, 'question' | 'onChange'> & { number: number }

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
