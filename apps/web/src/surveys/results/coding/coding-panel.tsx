import type { CodeFrame } from '@chuma/contract/surveys/answer-categories'
import type { OpenAnswer } from '@chuma/contract/surveys/results'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import blocks from '../../../ui/blocks.module.css'
import { CodedAnswers } from './coded-answers.tsx'
import classes from './coding.module.css'
import type { CodeFrameActions } from './use-code-frame.ts'

type Props = {
  frame: CodeFrame
  answers: readonly OpenAnswer[]
  /** Undefined: whatever their category. */
  category: number | undefined
  onCategory: (category: number | undefined) => void
  actions: CodeFrameActions
}

/** Answers that staff put into categories, one by one or several at once. */
export function CodingPanel({ frame, answers, category, onCategory, actions }: Props) {
  const t = useT()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Only what is shown can be meant.
  const chosen = answers.filter(({ id }) => selected.has(id))
  const toggle = (ids: readonly string[], code: number) => {
    const meant = answers.filter(({ id }) => ids.includes(id))
    const isInAll = meant.length > 0 && meant.every(({ categories }) => categories.includes(code))
    if (meant.length > 0) actions.code([...ids], isInAll ? { remove: [code] } : { add: [code] })
  }
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          label={t('coding.show')}
          value={category === undefined ? '' : String(category)}
          onChange={({ currentTarget: { value } }) => onCategory(value === '' ? undefined : Number(value))}
        >
          <option value="">{t('coding.showAll', { count: frame.answered })}</option>
          <option value="0">{t('coding.showUncoded', { count: frame.uncoded })}</option>
          {frame.categories.map(({ code, name, answers: count }) => (
            <option key={code} value={code}>{`${name} (${count})`}</option>
          ))}
        </NativeSelect>
        <p className={blocks.quiet} role="status">
          {t('coding.uncoded', { count: frame.uncoded })}
        </p>
      </div>
      {frame.categories.length > 0 && answers.length > 0 && (
        <section className={classes.bar} aria-label={t('coding.selected', { count: chosen.length })}>
          <p className={blocks.flush}>
            <strong>{t('coding.selected', { count: chosen.length })}</strong>
          </p>
          <div className={classes.buttons}>
            {frame.categories.map(({ code, name }, at) => (
              <Button
                key={code}
                variant="default"
                disabled={chosen.length === 0}
                onClick={() =>
                  toggle(
                    chosen.map(({ id }) => id),
                    code,
                  )
                }
              >
                {at < 9 ? `${at + 1} · ${name}` : name}
              </Button>
            ))}
            <Button
              variant="subtle"
              onClick={() => setSelected(new Set(chosen.length > 0 ? [] : answers.map(({ id }) => id)))}
            >
              {chosen.length > 0 ? t('coding.selectNone') : t('coding.selectAll')}
            </Button>
          </div>
          <p className={blocks.quiet}>{t('coding.keys')}</p>
        </section>
      )}
      <CodedAnswers
        answers={answers}
        categories={frame.categories}
        selected={selected}
        onSelect={setSelected}
        onToggle={(id, code) => toggle(selected.has(id) ? chosen.map((one) => one.id) : [id], code)}
      />
    </>
  )
}
