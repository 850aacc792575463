import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { InputError, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from './choice-group.module.css'
import { ChoiceGroup } from './choice-group.tsx'
import { GridAnswer } from './grid-answer.tsx'
import type { MoreAnswersProps } from './more-answers-props.ts'

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
