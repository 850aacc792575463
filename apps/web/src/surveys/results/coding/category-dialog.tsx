import type { AnswerCategory } from '@chuma/contract/surveys/answer-categories'
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import classes from './coding.module.css'
import type { CodeFrameActions } from './use-code-frame.ts'

type Props = {
  category: AnswerCategory
  others: readonly AnswerCategory[]
  actions: CodeFrameActions
  onClose: () => void
}

/** Renames, merges or removes one category. It says what becomes of the answers first. */
export function CategoryDialog({ category, others, actions, onClose }: Props) {
  const t = useT()
  const { code, answers } = category
  const [name, setName] = useState(category.name)
  const [into, setInto] = useState(String(others[0]?.code ?? ''))
  return (
    <Dialog title={category.name} opened onClose={onClose}>
      <Stack>
        <form
          className={classes.add}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim()) actions.change({ kind: 'rename', code, name: name.trim() }, onClose)
          }}
        >
          <TextInput
            label={t('coding.name')}
            value={name}
            maxLength={120}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={actions.isPending}>
            {t('coding.rename')}
          </Button>
        </form>
        {others.length > 0 && (
          <div className={classes.add}>
            <NativeSelect
              label={t('coding.mergeInto')}
              value={into}
              onChange={({ currentTarget }) => setInto(currentTarget.value)}
              data={others.map((other) => ({ value: String(other.code), label: other.name }))}
            />
            <Button
              variant="default"
              loading={actions.isPending}
              onClick={() => actions.change({ kind: 'merge', code, into: Number(into) }, onClose)}
            >
              {t('coding.merge')}
            </Button>
          </div>
        )}
        <div>
          <Text>{t('coding.removeText', { count: answers })}</Text>
          <Button
            color="red"
            loading={actions.isPending}
            onClick={() => actions.change({ kind: 'remove', code }, onClose)}
          >
            {t('coding.remove')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}
