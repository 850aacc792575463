import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { Target } from './condition.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import classes from './questionnaire.module.css'

type Ruled = { if: Logic }
type Props<Rule extends Ruled> = {
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
export function RuleList<Rule extends Ruled>(props: Props<Rule>) {
  const { rules, targets, most, nameRule, removeText, addText, addLabel, onAdd, onChange, children } = props
  const t = useT()
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
                aria-label={t('questionnaire.removeOf', { label })}
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
