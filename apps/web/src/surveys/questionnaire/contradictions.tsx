import {
  type Contradiction,
  MAX_CONTRADICTIONS,
  type Questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Text, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { listTargets, newPart, toLogic } from './condition.ts'
import classes from './questionnaire.module.css'
import { RuleList } from './rule-list.tsx'

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
    const rule = toLogic({ join: 'and', parts: [newPart(first), newPart(second)] })
    save([...rules, { if: rule, note: t('questionnaire.contradictionNote') }])
  }
  return (
    <section className={classes.section} aria-label={t('questionnaire.contradictions')}>
      <Text fw={600}>{t('questionnaire.contradictions')}</Text>
      <Text c="dimmed" size="sm">
        {t('questionnaire.contradictionsHint')}
      </Text>
      <RuleList
        {...{ rules, targets }}
        most={MAX_CONTRADICTIONS}
        nameRule={(number) => t('questionnaire.contradiction', { number })}
        removeText={t('questionnaire.removeContradiction')}
        addText={t('questionnaire.addContradiction')}
        onAdd={add}
        onChange={save}
      >
        {({ rule: { note }, change, number }) => (
          <TextInput
            label={t('questionnaire.contradictionWhy', { number })}
            description={t('questionnaire.contradictionWhyHint')}
            maxLength={200}
            value={note}
            onChange={({ currentTarget: { value } }) => change({ note: value })}
          />
        )}
      </RuleList>
    </section>
  )
}
