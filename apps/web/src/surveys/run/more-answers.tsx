import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Button, Group, InputError, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from './choice-group.module.css'
import { ChoiceGroup } from './choice-group.tsx'
import gridAnswerClasses from './grid-answer.module.css'

/** The inputs of the types that only questionnaires have. */
export function MoreAnswers(props: MoreAnswersProps) {
  const { question, answer, onAnswer, labelId, problem } = props
  switch (question.type) {
    case 'choices':
      return <Choices {...props} />
    case 'grid':
      return <GridAnswer {...props} />
    case 'number':
      return <NumberAnswer {...props} />
    case 'scale': {
      const { from, to, low, high } = question.scale ?? { from: 1, to: 5, low: null, high: null }
      const options = Array.from({ length: to - from + 1 }, (_, place) => from + place)
      return (
        <div>
          <ChoiceGroup
            options={options.map((value) => ({ value, label: String(value) }))}
            isRequired={question.required}
            layout={options.length > 6 ? 'wrap' : 'row'}
            {...{ answer, onAnswer, labelId, problem }}
          />
          {(low ?? high) && (
            <p className={classes.ends}>
              <span>{low && `${from}: ${low}`}</span>
              <span>{high && `${to}: ${high}`}</span>
            </p>
          )}
        </div>
      )
    }
    default:
      return null
  }
}

function NumberAnswer({
  question: { number, required },
  answer,
  onAnswer,
  labelId,
  problem,
}: MoreAnswersProps) {
  const t = useT()
  const { min = 0, max = 0, decimals = 0, unit = null } = number ?? {}
  return (
    <NumberInput
      aria-labelledby={labelId}
      aria-required={required}
      value={typeof answer === 'number' ? answer : ''}
      onChange={(value) => onAnswer(value === '' ? '' : Number(value))}
      decimalScale={decimals}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      description={t('run.between', { min, max })}
      inputWrapperOrder={['input', 'description', 'error']}
      error={problem}
      {...(unit && { suffix: ` ${unit}` })}
    />
  )
}

/** Several choices, or one with the member's own words. */
function Choices({ question, answer, onAnswer, labelId, problem }: MoreAnswersProps) {
  const t = useT()
  const id = useId()
  const { choices = [], most } = question
  const chosen = typeof answer === 'object' && 'choices' in answer ? answer : { choices: [] }
  const other = choices.find(({ kind, code }) => kind === 'other' && chosen.choices.includes(code))
  const toggle = (code: string) => onAnswer(keepOther(chosen, choose(question, chosen.choices, code)))
  const keepOther = (before: typeof chosen, codes: string[]) => {
    const hasOther = choices.some(({ kind, code }) => kind === 'other' && codes.includes(code))
    return { choices: codes, ...(hasOther && before.other !== undefined && { other: before.other }) }
  }
  return (
    <fieldset aria-labelledby={labelId} aria-describedby={`${id}-hint`} className={classes.set}>
      <div className={classes.options}>
        {choices.map(({ code, label }) => (
          <label key={code} className={classes.option}>
            <input
              type={most === 1 ? 'radio' : 'checkbox'}
              name={id}
              className={classes.radio}
              checked={chosen.choices.includes(code)}
              onChange={() => toggle(code)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {other && (
        <TextInput
          mt="sm"
          label={t('run.ownWords')}
          maxLength={500}
          value={chosen.other ?? ''}
          onChange={({ currentTarget: { value } }) => onAnswer({ choices: chosen.choices, other: value })}
        />
      )}
      <p id={`${id}-hint`} className={classes.hint}>
        {most === 1 ? null : most ? t('run.most', { most }) : t('run.several')}
      </p>
      {problem && (
        <InputError mt="xs" size="md">
          {problem}
        </InputError>
      )}
    </fieldset>
  )
}

/** "None of these" excludes the others, and the other way round. */
function choose({ choices = [], most }: SurveyQuestion, before: readonly string[], code: string): string[] {
  if (most === 1) return [code]
  if (before.includes(code)) return before.filter((other) => other !== code)
  const isNone = (one: string) => choices.some((choice) => choice.code === one && choice.kind === 'none')
  return isNone(code) ? [code] : [...before.filter((other) => !isNone(other)), code]
}

/** One answer for each row: all rows below each other, and one row a screen on phones. */
export function GridAnswer({ question, answer, onAnswer, problem }: MoreAnswersProps) {
  const t = useT()
  const id = useId()
  const { rows = [], columns = [] } = question
  const marked = typeof answer === 'object' && 'rows' in answer ? answer.rows : {}
  const firstOpen = rows.findIndex(({ code }) => marked[code] === undefined)
  const [current, setCurrent] = useState(Math.max(0, firstOpen))
  const mark = (row: string, column: string, place: number) => {
    onAnswer({ rows: { ...marked, [row]: column } })
    if (place + 1 < rows.length) setCurrent(place + 1)
  }
  return (
    <div>
      {rows.map(({ code, label }, place) => (
        <div key={code} className={gridAnswerClasses.row} data-current={place === current || undefined}>
          <p id={`${id}-${code}`} className={gridAnswerClasses.label}>
            {label}
          </p>
          <ChoiceGroup
            options={columns.map((column) => ({ value: column.code, label: column.label }))}
            answer={marked[code]}
            onAnswer={(column) => mark(code, String(column), place)}
            labelId={`${id}-${code}`}
            problem={null}
            isRequired={question.required}
          />
        </div>
      ))}
      <Group className={gridAnswerClasses.steps} justify="space-between">
        <Button variant="default" size="sm" disabled={current === 0} onClick={() => setCurrent(current - 1)}>
          {t('run.previousRow')}
        </Button>
        <span>{t('run.row', { number: current + 1, count: rows.length })}</span>
        <Button
          variant="default"
          size="sm"
          disabled={current + 1 >= rows.length}
          onClick={() => setCurrent(current + 1)}
        >
          {t('run.nextRow')}
        </Button>
      </Group>
      {problem && (
        <InputError mt="xs" size="md">
          {problem}
        </InputError>
      )}
    </div>
  )
}

export type MoreAnswersProps = {
  question: SurveyQuestion
  answer: AnswerValue | undefined
  onAnswer: (answer: AnswerValue) => void
  labelId: string
  problem: string | null
}
