import type { AnswerCategory } from '@chuma/contract/surveys/answer-categories'
import type { OpenAnswer } from '@chuma/contract/surveys/results'
import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { formatBusinessDay } from '../../../i18n/format-date.ts'
import { useT } from '../../../i18n/use-t.ts'
import classes from './coding.module.css'

type Props = {
  answers: readonly OpenAnswer[]
  categories: readonly AnswerCategory[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  onToggle: (id: string, code: number) => void
}

/** On an answer's box the arrows move, and a digit puts it into that category. */
export function CodedAnswers({ answers, categories, selected, onSelect, onToggle }: Props) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const nameOf = (code: number) => categories.find((one) => one.code === code)?.name ?? String(code)
  const press = (event: KeyboardEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const category = /^[1-9]$/.test(event.key) ? categories[Number(event.key) - 1] : undefined
    if (category) onToggle(id, category.code)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
    boxes[boxes.indexOf(event.target as HTMLInputElement) + step]?.focus()
  }
  return (
    <ul className={classes.answers} ref={list}>
      {answers.map(({ id, answer, answeredOn, categories: own }) => (
        <li key={id}>
          <Checkbox
            label={answer}
            checked={selected.has(id)}
            onChange={({ currentTarget: { checked } }) => {
              const next = new Set(selected)
              if (checked) next.add(id)
              else next.delete(id)
              onSelect(next)
            }}
            onKeyDown={(event) => press(event, id)}
          />
          <p className={classes.facts}>
            <small>
              {[id.slice(0, 7), ...(answeredOn ? [formatBusinessDay(answeredOn)] : [])].join(' · ')}
            </small>
            {own.length === 0
              ? categories.length > 0 && <span className={classes.none}>{t('coding.none')}</span>
              : own.map((code) => (
                  <span key={code} className={classes.category}>
                    {nameOf(code)}
                  </span>
                ))}
          </p>
        </li>
      ))}
    </ul>
  )
}
