import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Badge, InputError, MultiSelect, Select, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './choice-group.module.css'
import { type ChoicesAnswer, choose, chosenIn, findOther, keepOther, sayCount } from './choose.ts'

export type MoreAnswersProps = {
  question: SurveyQuestion
  answer: AnswerValue | undefined
  onAnswer: (answer: AnswerValue) => void
  labelId: string
  problem: string | null
}

/** How many of the options that fit what was typed are listed: a phone with 500 of them is slow. */
const LISTED = 60

/** Options to search in: too many to read. */
export function SearchedAnswer(props: MoreAnswersProps) {
  const { question, answer, onAnswer, labelId, problem } = props
  const t = useT()
  const data = listOptions(question)
  const shared = {
    'aria-labelledby': labelId,
    searchable: true,
    limit: LISTED,
    data,
    error: problem,
    placeholder: t('run.search'),
    nothingFoundMessage: t('run.nothingFound'),
    inputWrapperOrder: ['input' as const, 'description' as const, 'error' as const],
  }
  if (question.type === 'multiple-choice')
    return (
      <Select
        {...shared}
        value={typeof answer === 'string' && answer !== '' ? answer : null}
        onChange={(value) => onAnswer(value ?? '')}
      />
    )
  const chosen = chosenIn(answer)
  const change = (codes: string[]) => onAnswer(keepOther(question, chosen, codes))
  return (
    <>
      {question.most === 1 ? (
        <Select
          {...shared}
          value={chosen.choices[0] ?? null}
          onChange={(value) => change(value === null ? [] : [value])}
        />
      ) : (
        <MultiSelect
          {...shared}
          description={sayCount(question, t)}
          value={chosen.choices}
          onChange={(codes) => {
            const added = codes.find((code) => !chosen.choices.includes(code))
            change(added === undefined ? codes : choose(question, chosen.choices, added))
          }}
        />
      )}
      <OtherWords {...{ question, onAnswer }} chosen={chosen} />
    </>
  )
}

/** Members read labels of a single choice as its values, as the server compares them. */
function listOptions({ type, options, choices = [] }: SurveyQuestion) {
  if (type !== 'multiple-choice') return choices.map(({ code, label }) => ({ value: code, label }))
  return options.map((label) => ({ value: label.trim().normalize('NFC'), label }))
}

type OtherProps = Pick<MoreAnswersProps, 'question' | 'onAnswer'> & { chosen: ChoicesAnswer }

/** The member's own words, once they chose the option that asks for them. */
export function OtherWords({ question, chosen, onAnswer }: OtherProps) {
  const t = useT()
  if (!findOther(question, chosen.choices)) return null
  return (
    <TextInput
      mt="sm"
      label={t('run.ownWords')}
      maxLength={500}
      value={chosen.other ?? ''}
      onChange={({ currentTarget: { value } }) => onAnswer({ choices: chosen.choices, other: value })}
    />
  )
}

/** Options that get their places in the order in which they are tapped. */
export function RankingAnswer({ question, answer, onAnswer, labelId, problem }: MoreAnswersProps) {
  const t = useT()
  const id = useId()
  const { choices = [], most } = question
  const count = most ?? choices.length
  const { choices: ranked } = chosenIn(answer)
  const toggle = (code: string) => {
    if (ranked.includes(code)) onAnswer({ choices: ranked.filter((other) => other !== code) })
    else if (ranked.length < count) onAnswer({ choices: [...ranked, code] })
  }
  return (
    <fieldset aria-labelledby={labelId} aria-describedby={`${id}-hint`} className={classes.set}>
      <div className={classes.options}>
        {choices.map(({ code, label }) => {
          const place = ranked.indexOf(code) + 1
          return (
            <label key={code} className={classes.option}>
              <input
                type="checkbox"
                className={classes.radio}
                checked={place > 0}
                aria-label={place > 0 ? t('run.ranked', { label, place }) : label}
                onChange={() => toggle(code)}
              />
              <span className={classes.words}>{label}</span>
              {place > 0 && <Badge circle>{place}</Badge>}
            </label>
          )
        })}
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {t('run.rank', { count })}
      </p>
      {problem && (
        <InputError mt="xs" size="md">
          {problem}
        </InputError>
      )}
    </fieldset>
  )
}
