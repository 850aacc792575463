import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { EndRule } from '@chuma/contract/surveys/questionnaire/questions'
import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ChangeEvent, ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ConditionBuilder, newPart, type Target, toLogic } from './condition-builder.tsx'
import classes from './questionnaire.module.css'

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

type Ruled = { if: Logic }
type RuleListProps<Rule extends Ruled> = {
  rules: readonly Rule[]
  /** What conditions may be about. Without any, none can be added. */
  targets: readonly Target[]
  most: number
  /** What a rule is called by those who do not see where it stands; from 1. */
  nameRule: (number: number) => string
  removeText: string
  addText: string
  /** What the button that adds one is called, where several say the same. */
  addLabel?: string
  onAdd: () => void
  onChange: (rules: Rule[]) => void
  /** What follows from a rule. */
  children: (each: Each<Rule>) => ReactNode
}
type Each<Rule> = { rule: Rule; change: (changed: Partial<Rule>) => void; label: string; number: number }

/** Conditions, each with what follows from it. */
export function RuleList<Rule extends Ruled>(props: RuleListProps<Rule>) {
  const { rules, targets, most, nameRule, removeText, addText, addLabel, onAdd, onChange, children } = props
  return (
    <>
      {rules.map((rule, index) => {
        const label = nameRule(index + 1)
        const change = (changed: Partial<Rule>) => onChange(rules.with(index, { ...rule, ...changed }))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has only its position
          <div className={classes.rule} key={index}>
            <ConditionBuilder
              {...{ label, targets }}
              rule={rule.if}
              isRequired
              onChange={(condition) =>
                condition !== undefined && onChange(rules.with(index, { ...rule, if: condition }))
              }
            />
            {children({ rule, change, label, number: index + 1 })}
            <div>
              <Button
                variant="subtle"
                color="red"
                size="sm"
                leftSection={<IconTrash aria-hidden size={18} />}
                aria-label={`${removeText}: ${label}`}
                onClick={() => onChange(rules.toSpliced(index, 1))}
              >
                {removeText}
              </Button>
            </div>
          </div>
        )
      })}
      {targets.length > 0 && rules.length < most && (
        <div>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPlus aria-hidden size={18} />}
            {...(addLabel && { 'aria-label': addLabel })}
            onClick={onAdd}
          >
            {addText}
          </Button>
        </div>
      )}
    </>
  )
}

type Words = Record<string, string>
type WordsInputProps = {
  label: string
  words: Words | undefined
  languages: readonly string[]
  onChange: (words: Words) => void
  max: number
  /** As soon as it appears. */
  hasFocus?: boolean
  /** Of several lines. */
  isLong?: boolean
}

/** One text in each language of the questionnaire. An empty translation is a missing one. */
export function WordsInput({ label, words = {}, languages, onChange, max, ...rest }: WordsInputProps) {
  const { hasFocus = false, isLong = false } = rest
  const Input = isLong ? Textarea : TextInput
  return languages.map((language) => (
    <Input
      key={language}
      {...(isLong && { autosize: true, minRows: 3 })}
      autoFocus={hasFocus && language === 'en'}
      label={languages.length > 1 ? `${label} (${language})` : label}
      maxLength={max}
      value={words[language] ?? ''}
      onChange={({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const { [language]: _, ...others } = words
        onChange(value === '' && language !== 'en' ? others : { ...others, [language]: value })
      }}
    />
  ))
}
