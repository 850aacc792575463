import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { Target } from './condition.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import classes from './questionnaire.module.css'

type Props = {
  label: string
  rule: Logic
  targets: readonly Target[]
  onChange: (rule: Logic) => void
  /** What the button that removes it says. */
  removeText: string
  onRemove: () => void
  /** What follows from the rule. */
  children: ReactNode
}

/** A condition with what follows from it. */
export function RuleCard({ label, rule, targets, onChange, removeText, onRemove, children }: Props) {
  const t = useT()
  return (
    <div className={classes.rule}>
      <ConditionBuilder
        {...{ label, rule, targets }}
        isRequired
        onChange={(condition) => condition !== undefined && onChange(condition)}
      />
      {children}
      <div>
        <Button
          variant="subtle"
          color="red"
          size="sm"
          leftSection={<IconTrash aria-hidden size={18} />}
          aria-label={t('questionnaire.removeOf', { label })}
          onClick={onRemove}
        >
          {removeText}
        </Button>
      </div>
    </div>
  )
}
