import { Switch, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { listTargets } from './condition.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { changeSection } from './edit-questionnaire.ts'
import { EndRules } from './end-rules.tsx'
import { type ListProps, QuestionList } from './question-list.tsx'
import classes from './questionnaire.module.css'
import { WordsInput } from './words-input.tsx'

/** A section: its title, whether it screens, its conditions and its questions. */
export function SectionPanel({ index, ...list }: ListProps & { index: number }) {
  const t = useT()
  const { questionnaire, onChange } = list
  const section = questionnaire.sections[index]
  if (!section) return null
  const number = index + 1
  const name = t('questionnaire.section', { number })
  const { languages } = questionnaire
  const change = (changed: Partial<typeof section>) => onChange(changeSection(questionnaire, index, changed))
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const before = listTargets(questionnaire, { section: index, question: 0, isIncluded: false }, words)
  const all = listTargets(questionnaire, { section: index + 1, question: 0, isIncluded: false }, words)
  return (
    <section aria-label={name} className={classes.section}>
      <WordsInput
        label={t('questionnaire.sectionTitle', { number })}
        words={section.title}
        {...{ languages }}
        max={200}
        onChange={(title) => {
          const { title: _, ...rest } = section
          onChange({
            ...questionnaire,
            sections: questionnaire.sections.with(index, title.en ? { ...rest, title } : rest),
          })
        }}
      />
      <TextInput
        label={t('questionnaire.sectionCode', { number })}
        maxLength={32}
        value={section.code}
        onChange={({ currentTarget: { value: code } }) => change({ code })}
      />
      <Switch
        label={t('questionnaire.screening', { number })}
        description={t('questionnaire.screeningHint')}
        checked={section.isScreening}
        onChange={({ currentTarget: { checked: isScreening } }) => change({ isScreening })}
      />
      {before.length > 0 && (
        <ConditionBuilder
          label={t('questionnaire.showSection', { number })}
          rule={section.showIf}
          targets={before}
          onChange={(rule) => {
            const { showIf: _, ...rest } = section
            const changed = rule === undefined ? rest : { ...section, showIf: rule }
            onChange({ ...questionnaire, sections: questionnaire.sections.with(index, changed) })
          }}
        />
      )}
      <QuestionList {...list} section={index} />
      <EndRules
        {...{ name, languages }}
        rules={section.endIf}
        targets={all}
        onChange={(endIf) => change({ endIf })}
      />
    </section>
  )
}
