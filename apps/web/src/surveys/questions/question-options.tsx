import { ActionIcon, Button, InputError, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './question-editor.module.css'

const MOST = 20

type Props = {
  number: number
  options: string[]
  onChange: (options: string[]) => void
  problem: ReactNode
}

/** The options of a choice. They are keyed by position, because two may be equal while being typed. */
export function QuestionOptions({ number, options, onChange, problem }: Props) {
  const t = useT()
  return (
    <fieldset className={classes.options}>
      <legend>{t('questions.options', { number })}</legend>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has only its position and its text
        <div key={index} className={classes.option}>
          <TextInput
            aria-label={t('questions.option', { number, option: index + 1 })}
            maxLength={200}
            value={option}
            error={Boolean(problem)}
            onChange={({ currentTarget: { value } }) => onChange(options.with(index, value))}
          />
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('questions.removeOption', { number, option: index + 1 })}
            disabled={options.length <= 2}
            onClick={() => onChange(options.toSpliced(index, 1))}
          >
            <IconX aria-hidden size={20} />
          </ActionIcon>
        </div>
      ))}
      {problem && <InputError size="md">{problem}</InputError>}
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPlus aria-hidden size={20} />}
          disabled={options.length >= MOST}
          aria-label={t('questions.addOptionTo', { number })}
          onClick={() => onChange([...options, ''])}
        >
          {t('questions.addOption')}
        </Button>
      </div>
    </fieldset>
  )
}
