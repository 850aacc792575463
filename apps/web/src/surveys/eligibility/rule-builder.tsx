import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import type { RuleTest } from '@chuma/contract/surveys/eligibility/rule'
import { ActionIcon, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useT } from '../../i18n/use-t.ts'
import classes from './eligibility.module.css'
import { ANSWERED, newTest, OTHER_SUBJECTS, type RuleDraft, type Subject, subjectOf } from './rule-draft.ts'
import { TestFields } from './test-fields.tsx'

type Props = { draft: RuleDraft; onChange: (draft: RuleDraft) => void }

/** The conditions of a rule, to add, change and remove. */
export function RuleBuilder({ draft, onChange }: Props) {
  const t = useT()
  const { join, tests } = draft
  const change = (changed: RuleTest[]) => onChange({ join, tests: changed })
  return (
    <Stack>
      {tests.map((test, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has only its position
          key={index}
          test={test}
          number={index + 1}
          onChange={(changed) => change(tests.with(index, changed))}
          onRemove={() => change(tests.toSpliced(index, 1))}
        />
      ))}
      {tests.length > 1 && (
        <NativeSelect
          label={t('eligibility.join')}
          data={[
            { value: 'and', label: t('eligibility.all') },
            { value: 'or', label: t('eligibility.any') },
          ]}
          value={join}
          onChange={({ currentTarget }) =>
            onChange({ join: currentTarget.value === 'or' ? 'or' : 'and', tests })
          }
        />
      )}
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPlus aria-hidden size={18} />}
          onClick={() => change([...tests, newTest('county')])}
        >
          {t('eligibility.add')}
        </Button>
      </div>
    </Stack>
  )
}

type PartProps = {
  test: RuleTest
  number: number
  onChange: (test: RuleTest) => void
  onRemove: () => void
}

function Part({ test, number, onChange, onRemove }: PartProps) {
  const t = useT()
  const language = useLanguage()
  const subjects: { value: Subject; label: string }[] = [
    ...ANSWERED.map((value) => ({ value, label: PROFILE_ATTRIBUTES[value].name[language] })),
    ...OTHER_SUBJECTS.map((value) => ({ value, label: t(`eligibility.subject.${value}`) })),
  ]
  const name = t('eligibility.part', { number })
  return (
    <fieldset className={classes.part} aria-label={name}>
      <Stack gap="sm">
        <Group align="end" justify="space-between" wrap="nowrap">
          <NativeSelect
            label={t('eligibility.subject')}
            data={subjects}
            value={subjectOf(test)}
            onChange={({ currentTarget }) => {
              const chosen = subjects.find(({ value }) => value === currentTarget.value)
              if (chosen) onChange(newTest(chosen.value))
            }}
          />
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('eligibility.remove', { number })}
            onClick={onRemove}
          >
            <IconX aria-hidden size={20} />
          </ActionIcon>
        </Group>
        <TestFields test={test} onChange={onChange} />
      </Stack>
    </fieldset>
  )
}
