import type { AnswerValue, PlainAnswer } from '@chuma/contract/surveys/answers'
import { InputError } from '@mantine/core'
import { useId } from 'react'
import classes from './choice-group.module.css'

type Props = {
  options: { value: PlainAnswer; label: string }[]
  answer: AnswerValue | undefined
  onAnswer: (answer: PlainAnswer) => void
  labelId: string
  problem: string | null
  isRequired: boolean
  /** `row` is for a few short labels, `wrap` for many. */
  layout?: 'column' | 'row' | 'wrap'
  hint?: string
}

/** A single choice, as cards that are easy to tap. */
export function ChoiceGroup({ options, answer, onAnswer, labelId, problem, ...rest }: Props) {
  const { isRequired, layout = 'column', hint } = rest
  const id = useId()
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={describedBy || undefined}
      aria-required={isRequired}
      aria-invalid={problem !== null}
    >
      <div className={classes.options} data-layout={layout}>
        {options.map(({ value, label }) => (
          <label key={value} className={classes.option}>
            <input
              type="radio"
              className={classes.radio}
              name={id}
              checked={answer === value}
              onChange={() => onAnswer(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {problem && (
        <InputError id={`${id}-problem`} mt="xs" size="md">
          {problem}
        </InputError>
      )}
    </div>
  )
}
