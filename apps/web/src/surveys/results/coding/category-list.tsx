import type { AnswerCategory, CodeFrame } from '@chuma/contract/surveys/answer-categories'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { Section } from '../../../ui/page/section.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import classes from './coding.module.css'
import type { CodeFrameActions } from './use-code-frame.ts'

type Props = { frame: CodeFrame; actions: CodeFrameActions }

/** The categories of an open question: add one, or open one to rename, merge or remove it. */
export function CategoryList({ frame, actions }: Props) {
  const t = useT()
  const [name, setName] = useState('')
  const [opened, setOpened] = useState<AnswerCategory | null>(null)
  return (
    <Section title={t('coding.title')} text={t('coding.text')}>
      {frame.categories.length > 0 && (
        <ul className={classes.categories}>
          {frame.categories.map((category) => (
            <li key={category.code}>
              <span>{category.name}</span>
              <span className={classes.count}>{t('coding.answers', { count: category.answers })}</span>
              <Button
                variant="subtle"
                aria-label={t('coding.editOne', { name: category.name })}
                onClick={() => setOpened(category)}
              >
                {t('coding.edit')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={classes.add}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) actions.change({ kind: 'add', name: name.trim() }, () => setName(''))
        }}
      >
        <TextInput
          label={t('coding.new')}
          value={name}
          maxLength={120}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={actions.isPending}>
          {t('coding.add')}
        </Button>
      </form>
      {opened && (
        <CategoryDialog
          key={opened.code}
          category={opened}
          others={frame.categories.filter(({ code }) => code !== opened.code)}
          actions={actions}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}
