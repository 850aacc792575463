import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Choice, Question } from '@chuma/contract/surveys/questionnaire/questions'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { Target } from './condition.ts'
import { ConditionBuilder } from './condition-builder.tsx'

type Props = {
  question: Question
  number: number
  targets: readonly Target[]
  onChange: (question: Question) => void
}

/** The conditions of options or rows, one at a time: most have none. */
export function PartConditions({ question, number, targets, onChange }: Props) {
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
