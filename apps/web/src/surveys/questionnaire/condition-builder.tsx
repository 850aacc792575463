import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { ActionIcon, Button, Group, JsonInput, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import {
  type Condition,
  isNumeric,
  listTests,
  newPart,
  type Part,
  readCondition,
  type Target,
  toLogic,
} from './condition.ts'
import classes from './questionnaire.module.css'

type Props = {
  /** "Show question 2 if": names what depends on the condition. */
  label: string
  rule: Logic | undefined
  onChange: (rule: Logic | undefined) => void
  targets: readonly Target[]
  /** Without a condition nothing would be left. */
  isRequired?: boolean
}

/** A condition as a sentence that can be read and changed. What a sentence cannot say stays JSON. */
export function ConditionBuilder({ label, rule, onChange, targets, isRequired = false }: Props) {
  const t = useT()
  const condition = rule === undefined ? null : readCondition(rule)
  const first = targets[0]
  if (rule !== undefined && condition === null)
    return <WrittenRule {...{ label, rule, onChange, isRequired }} />
  const change = (parts: Part[], join = condition?.join ?? 'and') =>
    onChange(parts.length > 0 ? toLogic({ join, parts }) : undefined)
  const parts = condition?.parts ?? []
  return (
    <div className={classes.condition}>
      <Text fw={500}>{label}</Text>
      <Text c="dimmed" size="sm">
        {condition ? sayCondition(condition, targets, t) : t('questionnaire.always')}
      </Text>
      {parts.map((part, index) => (
        <PartFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a comparison has only its position
          key={index}
          {...{ part, targets }}
          label={`${label} ${index + 1}`}
          onChange={(changed) => change(parts.with(index, changed))}
          onRemove={isRequired && parts.length === 1 ? undefined : () => change(parts.toSpliced(index, 1))}
        />
      ))}
      {parts.length > 1 && (
        <NativeSelect
          label={t('questionnaire.join')}
          data={[
            { value: 'and', label: t('questionnaire.all') },
            { value: 'or', label: t('questionnaire.any') },
          ]}
          value={condition?.join}
          onChange={({ currentTarget }) => change(parts, currentTarget.value === 'or' ? 'or' : 'and')}
        />
      )}
      {first ? (
        <div>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPlus aria-hidden size={18} />}
            aria-label={t('questionnaire.addConditionTo', { label })}
            onClick={() => change([...parts, newPart(first)])}
          >
            {t('questionnaire.addCondition')}
          </Button>
        </div>
      ) : (
        <Text c="dimmed" size="sm">
          {t('questionnaire.nothingEarlier')}
        </Text>
      )}
    </div>
  )
}

/** "the answer to 1. Do you drink tea? is Yes and …" */
function sayCondition(
  { join, parts }: Condition,
  targets: readonly Target[],
  t: ReturnType<typeof useT>,
): string {
  const said = parts.map(({ path, test, value }) => {
    const target = targets.find((each) => each.path === path)
    const question = target?.label ?? path
    if (test === 'answered') return t('questionnaire.says.answered', { question })
    const shown = target?.values?.find((each) => each.value === value)?.label ?? String(value)
    return t(`questionnaire.says.${test}`, { question, value: shown })
  })
  return t('questionnaire.if', { condition: said.join(` ${t(`questionnaire.${join}`)} `) })
}

type PartProps = {
  part: Part
  label: string
  targets: readonly Target[]
  onChange: (part: Part) => void
  onRemove: (() => void) | undefined
}

function PartFields({ part, label, targets, onChange, onRemove }: PartProps) {
  const t = useT()
  const target = targets.find(({ path }) => path === part.path)
  return (
    <Group align="end" gap="xs" className={classes.part}>
      <NativeSelect
        label={t('questionnaire.answerTo')}
        aria-label={`${label}: ${t('questionnaire.answerTo')}`}
        data={[
          ...(target ? [] : [{ value: part.path, label: part.path }]),
          ...targets.map(({ path, label: name }) => ({ value: path, label: name })),
        ]}
        value={part.path}
        onChange={({ currentTarget }) => {
          const chosen = targets.find(({ path }) => path === currentTarget.value)
          if (chosen) onChange(newPart(chosen))
        }}
      />
      <NativeSelect
        aria-label={`${label}: ${t('questionnaire.compare')}`}
        data={(target ? listTests(target.question) : [part.test]).map((test) => ({
          value: test,
          label: t(`questionnaire.test.${test}`),
        }))}
        value={part.test}
        onChange={({ currentTarget }) => {
          const test = target && listTests(target.question).find((each) => each === currentTarget.value)
          if (test) onChange({ ...part, test })
        }}
      />
      {part.test !== 'answered' && <ValueField {...{ part, label, target, onChange }} />}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('questionnaire.removeConditionOf', { label })}
          onClick={onRemove}
        >
          <IconX aria-hidden size={20} />
        </ActionIcon>
      )}
    </Group>
  )
}

type ValueProps = Pick<PartProps, 'part' | 'label' | 'onChange'> & { target: Target | undefined }

function ValueField({ part, label, target, onChange }: ValueProps) {
  const t = useT()
  const name = `${label}: ${t('questionnaire.value')}`
  if (target?.values) {
    return (
      <NativeSelect
        aria-label={name}
        data={target.values.map(({ value, label: shown }) => ({ value: String(value), label: shown }))}
        value={String(part.value)}
        onChange={({ currentTarget }) => onChange({ ...part, value: currentTarget.value })}
      />
    )
  }
  return target && isNumeric(target.question) ? (
    <NumberInput
      aria-label={name}
      value={part.value}
      onChange={(value) => onChange({ ...part, value: Number(value) })}
    />
  ) : (
    <TextInput
      aria-label={name}
      value={part.value}
      onChange={({ currentTarget }) => onChange({ ...part, value: currentTarget.value })}
    />
  )
}

function WrittenRule({ label, rule, onChange, isRequired }: Omit<Props, 'targets'>) {
  const t = useT()
  return (
    <JsonInput
      label={label}
      description={t('questionnaire.written')}
      autosize
      defaultValue={JSON.stringify(rule)}
      validationError={t('questionnaire.notJson')}
      onBlur={({ currentTarget: { value } }) => {
        if (value.trim() === '') {
          if (!isRequired) onChange(undefined)
          return
        }
        try {
          onChange(JSON.parse(value))
        } catch {
          // The field says so, and the last valid condition stays.
        }
      }}
    />
  )
}
