import { Button, Group, InputError } from '@mantine/core'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ChoiceGroup } from './choice-group.tsx'
import classes from './grid-answer.module.css'
import type { MoreAnswersProps } from './more-answers-props.ts'

/** One answer for each row: all rows below each other, and one row a screen on phones. */
export function GridAnswer({ question, answer, onAnswer, problem }: MoreAnswersProps) {
  const t = useT()
  const id = useId()
  const { rows = [], columns = [] } = question
  const marked = typeof answer === 'object' && 'rows' in answer ? answer.rows : {}
  const firstOpen = rows.findIndex(({ code }) => marked[code] === undefined)
  const [current, setCurrent] = useState(Math.max(0, firstOpen))
  const mark = (row: string, column: string, place: number) => {
    onAnswer({ rows: { ...marked, [row]: column } })
    if (place + 1 < rows.length) setCurrent(place + 1)
  }
  return (
    <div>
      {rows.map(({ code, label }, place) => (
        <div key={code} className={classes.row} data-current={place === current || undefined}>
          <p id={`${id}-${code}`} className={classes.label}>
            {label}
          </p>
          <ChoiceGroup
            options={columns.map((column) => ({ value: column.code, label: column.label }))}
            answer={marked[code]}
            onAnswer={(column) => mark(code, String(column), place)}
            labelId={`${id}-${code}`}
            problem={null}
            isRequired={question.required}
          />
        </div>
      ))}
      <Group className={classes.steps} justify="space-between">
        <Button variant="default" size="sm" disabled={current === 0} onClick={() => setCurrent(current - 1)}>
          {t('run.previousRow')}
        </Button>
        <span>{t('run.row', { number: current + 1, count: rows.length })}</span>
        <Button
          variant="default"
          size="sm"
          disabled={current + 1 >= rows.length}
          onClick={() => setCurrent(current + 1)}
        >
          {t('run.nextRow')}
        </Button>
      </Group>
      {problem && (
        <InputError mt="xs" size="md">
          {problem}
        </InputError>
      )}
    </div>
  )
}
