import { Button, Checkbox, Group, InputError, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import choices from '../../ui/forms/choices.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from './choice-group.module.css'
import { ChoiceGroup } from './choice-group.tsx'
import { choose, chosenIn, keepOther, sayCount } from './choose.ts'
import gridAnswerClasses from './grid-answer.module.css'
import { type MoreAnswersProps, OtherWords, RankingAnswer, SearchedAnswer } from './list-answers.tsx'

/** The inputs of the types that only questionnaires have. */
export function MoreAnswers(props: MoreAnswersProps) {
  const { question, answer, onAnswer, labelId, problem } = props
  if (question.search) return <SearchedAnswer {...props} />
  switch (question.type) {
    case 'note':
      return question.consent ? <Consent {...props} /> : null
    case 'date':
    case 'time':
    case 'date-time':
      return <MomentAnswer {...props} />
    case 'ranking':
      return <RankingAnswer {...props} />
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
  const { min = 0, max = 0, decimals = 0, unit = null, codes = [] } = number ?? {}
  const isBounded = Math.abs(min) < UNBOUNDED && Math.abs(max) < UNBOUNDED
  return (
    <>
      <NumberInput
        aria-labelledby={labelId}
        aria-required={required}
        value={typeof answer === 'number' ? answer : ''}
        onChange={(value) => onAnswer(value === '' ? '' : Number(value))}
        decimalScale={decimals}
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        description={isBounded && t('run.between', { min, max })}
        inputWrapperOrder={['input', 'description', 'error']}
        error={problem}
        {...(unit && { suffix: ` ${unit}` })}
      />
      {codes.map(({ code, label }) => (
        <Checkbox
          key={code}
          mt="xs"
          classNames={choices}
          label={label}
          checked={answer === code}
          onChange={({ currentTarget: { checked } }) => onAnswer(checked ? code : '')}
        />
      ))}
    </>
  )
}

/** Beyond it there is no bound worth telling. */
const UNBOUNDED = 1e12

/** Several choices, or one with the member's own words. */
function Choices({ question, answer, onAnswer, labelId, problem }: MoreAnswersProps) {
  const t = useT()
  const id = useId()
  const { choices = [], most } = question
  const chosen = chosenIn(answer)
  const toggle = (code: string) =>
    onAnswer(keepOther(question, chosen, choose(question, chosen.choices, code)))
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
      <OtherWords {...{ question, onAnswer, chosen }} />
      <p id={`${id}-hint`} className={classes.hint}>
        {sayCount(question, t)}
      </p>
      {problem && (
        <InputError mt="xs" size="md">
          {problem}
        </InputError>
      )}
    </fieldset>
  )
}

/** The tick under words that have to be agreed to. */
function Consent({ answer, onAnswer, problem }: MoreAnswersProps) {
  const t = useT()
  return (
    <Checkbox
      classNames={choices}
      label={t('run.consent')}
      checked={answer === 'yes'}
      error={problem}
      onChange={({ currentTarget: { checked } }) => onAnswer(checked ? 'yes' : '')}
    />
  )
}

const INPUTS = { date: 'date', time: 'time', 'date-time': 'datetime-local' } as const

/** A day, a time or both, by the device's own picker. */
function MomentAnswer({ question, answer, onAnswer, labelId, problem }: MoreAnswersProps) {
  const { type, required, moment } = question
  return (
    <TextInput
      type={type in INPUTS ? INPUTS[type as keyof typeof INPUTS] : 'date'}
      aria-labelledby={labelId}
      aria-required={required}
      value={typeof answer === 'string' ? answer : ''}
      onChange={({ currentTarget: { value } }) => onAnswer(value)}
      error={problem}
      {...(moment?.min && { min: moment.min })}
      {...(moment?.max && { max: moment.max })}
    />
  )
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
