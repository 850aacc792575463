import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { Group } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { WordsInput } from './words-input.tsx'

type Props = {
  question: Extract<Question, { type: 'scale' | 'number' | 'text' }>
  number: number
  languages: readonly string[]
  onChange: (question: Question) => void
}

/** The bounds of a scale, a number or a text, and what they are called. */
export function NumberSettings({ question, number, languages, onChange }: Props) {
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
            {field(t('questionnaire.min'), question.min, (min) => ({ ...question, min }))}
            {field(t('questionnaire.max'), question.max, (max) => ({ ...question, max }))}
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
        </>
      )
    case 'text':
      return field(t('questionnaire.characters'), question.most, (most) => ({ ...question, most }))
  }
}

type EndProps = Pick<Props, 'languages' | 'onChange'> & {
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
