import type { EndRule } from '@chuma/contract/surveys/questionnaire/questions'
import { NativeSelect, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { newPart, type Target, toLogic } from './condition.ts'
import { RuleList } from './rule-list.tsx'
import { WordsInput } from './words-input.tsx'

type Props = {
  /** "Question 2" or "Section 1". */
  name: string
  rules: EndRule[]
  targets: readonly Target[]
  languages: readonly string[]
  onChange: (rules: EndRule[]) => void
}

const MAX_END_RULES = 5

/** What ends the survey behind a question or a section. The first rule that holds counts. */
export function EndRules({ name, rules, targets, languages, onChange }: Props) {
  const t = useT()
  const nearest = targets.at(-1)
  const add = () => {
    if (!nearest) return
    const rule = toLogic({ join: 'and', parts: [newPart(nearest)] })
    onChange([...rules, { if: rule, outcome: 'complete' }])
  }
  return (
    <>
      <RuleList
        {...{ rules, targets, onChange }}
        most={MAX_END_RULES}
        nameRule={(number) => t('questionnaire.endLabel', { name, number })}
        removeText={t('questionnaire.removeEnd')}
        addText={t('questionnaire.addEnd')}
        addLabel={t('questionnaire.addEndTo', { name })}
        onAdd={add}
      >
        {({ rule: { outcome, reason }, change, label }) => (
          <>
            <NativeSelect
              label={`${label}: ${t('questionnaire.outcome')}`}
              data={(['complete', 'screened-out'] as const).map((value) => ({
                value,
                label: t(`questionnaire.outcome.${value}`),
              }))}
              value={outcome}
              onChange={({ currentTarget: { value } }) =>
                change({ outcome: value === 'screened-out' ? 'screened-out' : 'complete' })
              }
            />
            {outcome === 'screened-out' && (
              <WordsInput
                label={`${label}: ${t('questionnaire.reason')}`}
                words={reason}
                {...{ languages }}
                max={300}
                onChange={(changed) => change({ reason: changed })}
              />
            )}
          </>
        )}
      </RuleList>
      {rules.length > 1 && (
        <Text c="dimmed" size="sm">
          {t('questionnaire.firstCounts')}
        </Text>
      )}
    </>
  )
}
