import {
  type Contradiction,
  MAX_CONTRADICTIONS,
  type Questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { listTargets, toLogic } from './condition.ts'
import classes from './questionnaire.module.css'
import { RuleCard } from './rule-card.tsx'

type Props = { questionnaire: Questionnaire; onChange: (questionnaire: Questionnaire) => void }

/** Answers that cannot both be true. They put the answers in doubt, and ask nothing more of the member. */
export function Contradictions({ questionnaire, onChange }: Props) {
  const t = useT()
  const rules = questionnaire.contradictions ?? []
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const everything = { section: questionnaire.sections.length, question: 0, isIncluded: false }
  const targets = listTargets(questionnaire, everything, words)
  const [first, second = first] = targets
  const save = (changed: Contradiction[]) => {
    const { contradictions: _, ...rest } = questionnaire
    onChange(changed.length > 0 ? { ...rest, contradictions: changed } : rest)
  }
  const add = () => {
    if (!first || !second) return
    const part = ({ path, question, values }: typeof first) => ({
      path,
      test: question.type === 'choices' ? ('has' as const) : ('is' as const),
      value: values?.[0]?.value ?? 1,
    })
    const rule = toLogic({ join: 'and', parts: [part(first), part(second)] })
    save([...rules, { if: rule, note: t('questionnaire.contradictionNote') }])
  }
  return (
    <section className={classes.section} aria-label={t('questionnaire.contradictions')}>
      <Text fw={600}>{t('questionnaire.contradictions')}</Text>
      <Text c="dimmed" size="sm">
        {t('questionnaire.contradictionsHint')}
      </Text>
      {rules.map((rule, index) => {
        const label = t('questionnaire.contradiction', { number: index + 1 })
        const change = (changed: Partial<Contradiction>) => save(rules.with(index, { ...rule, ...changed }))
        return (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has only its position
            key={index}
            {...{ label, targets }}
            rule={rule.if}
            onChange={(condition) => change({ if: condition })}
            removeText={t('questionnaire.removeContradiction')}
            onRemove={() => save(rules.toSpliced(index, 1))}
          >
            <TextInput
              label={t('questionnaire.contradictionWhy', { number: index + 1 })}
              description={t('questionnaire.contradictionWhyHint')}
              maxLength={200}
              value={rule.note}
              onChange={({ currentTarget: { value: note } }) => change({ note })}
            />
          </RuleCard>
        )
      })}
      {first && rules.length < MAX_CONTRADICTIONS && (
        <div>
          <Button variant="subtle" size="sm" leftSection={<IconPlus aria-hidden size={18} />} onClick={add}>
            {t('questionnaire.addContradiction')}
          </Button>
        </div>
      )}
    </section>
  )
}
