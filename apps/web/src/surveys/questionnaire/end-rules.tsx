import type { EndRule } from '@chuma/contract/surveys/questionnaire/questions'
import { Button, NativeSelect, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { type Target, toLogic } from './condition.ts'
import { RuleCard } from './rule-card.tsx'
import { WordsInput } from './words-input.tsx'

type Props = {
  /** "Question 2" or "Section 1". */
  name: string
  rules: EndRule[]
  targets: readonly Target[]
  languages: readonly string[]
  onChange: (rules: EndRule[]) => void
}

/** What ends the survey behind a question or a section. The first rule that holds counts. */
export function EndRules({ name, rules, targets, languages, onChange }: Props) {
  const t = useT()
  const first = targets.at(-1)
  const add = () => {
    if (!first) return
    const value = first.values?.[0]?.value ?? 1
    const test = first.question.type === 'choices' ? 'has' : 'is'
    const rule = toLogic({ join: 'and', parts: [{ path: first.path, test, value }] })
    onChange([...rules, { if: rule, outcome: 'complete' }])
  }
  return (
    <>
      {rules.map((rule, index) => {
        const label = t('questionnaire.endLabel', { name, number: index + 1 })
        const change = (changed: Partial<EndRule>) => onChange(rules.with(index, { ...rule, ...changed }))
        return (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has only its position
            key={index}
            {...{ label, targets }}
            rule={rule.if}
            onChange={(condition) => change({ if: condition })}
            removeText={t('questionnaire.removeEnd')}
            onRemove={() => onChange(rules.toSpliced(index, 1))}
          >
            <NativeSelect
              label={`${label}: ${t('questionnaire.outcome')}`}
              data={(['complete', 'screened-out'] as const).map((outcome) => ({
                value: outcome,
                label: t(`questionnaire.outcome.${outcome}`),
              }))}
              value={rule.outcome}
              onChange={({ currentTarget: { value } }) =>
                change({ outcome: value === 'screened-out' ? 'screened-out' : 'complete' })
              }
            />
            {rule.outcome === 'screened-out' && (
              <WordsInput
                label={`${label}: ${t('questionnaire.reason')}`}
                words={rule.reason}
                {...{ languages }}
                max={300}
                onChange={(reason) => change({ reason })}
              />
            )}
          </RuleCard>
        )
      })}
      {first && rules.length < 5 && (
        <div>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPlus aria-hidden size={18} />}
            aria-label={t('questionnaire.addEndTo', { name })}
            onClick={add}
          >
            {t('questionnaire.addEnd')}
          </Button>
        </div>
      )}
      {rules.length > 1 && (
        <Text c="dimmed" size="sm">
          {t('questionnaire.firstCounts')}
        </Text>
      )}
    </>
  )
}
