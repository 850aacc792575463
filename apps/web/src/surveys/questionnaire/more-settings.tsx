import type { MomentType, Question, QuestionOf } from '@chuma/contract/surveys/questionnaire/questions'
import { Group, JsonInput, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { WordsInput } from './rule-list.tsx'

type Setting<Asked extends Question> = {
  question: Asked
  number: number
  languages: readonly string[]
  onChange: (question: Question) => void
}

/** A question without an optional field, or with it. */
export function withField<Asked extends Question>(
  question: Asked,
  field: keyof Asked,
  value: unknown,
): Asked {
  const { [field]: _, ...rest } = question
  return (value === undefined ? rest : { ...rest, [field]: value }) as Asked
}

/** A rule of json-logic, where a condition that reads as a sentence is not enough. */
function LogicInput({ label, rule, onChange }: LogicProps) {
  const t = useT()
  return (
    <JsonInput
      label={label}
      description={t('questionnaire.logicHint')}
      autosize
      key={JSON.stringify(rule)}
      defaultValue={rule === undefined ? '' : JSON.stringify(rule)}
      validationError={t('questionnaire.notJson')}
      onBlur={({ currentTarget: { value } }) => {
        try {
          onChange(value.trim() === '' ? undefined : JSON.parse(value))
        } catch {
          // The field says so, and the last valid rule stays.
        }
      }}
    />
  )
}

type Rule = QuestionOf<'calculation'>['calculate']
type LogicProps = { label: string; rule: Rule | undefined; onChange: (rule: Rule | undefined) => void }

type BoundProps<Value> = {
  label: string
  bound: Value | object | undefined
  onChange: (bound: Value | object | undefined) => void
}

/** A number, or a rule by which earlier answers decide it. */
export function NumberBound({ label, bound, onChange }: BoundProps<number>) {
  const t = useT()
  if (typeof bound === 'object')
    return <LogicInput label={label} rule={bound as Rule} onChange={(rule) => onChange(toBound(rule) ?? 0)} />
  return (
    <NumberInput
      label={label}
      value={bound ?? ''}
      onChange={(typed) => onChange(Number(typed))}
      rightSectionWidth={72}
      rightSection={
        <ByRule label={label} text={t('questionnaire.byRule')} onChoose={() => onChange(EMPTY_RULE)} />
      }
    />
  )
}

const EMPTY_RULE = { var: '' }
const toBound = (rule: Rule | undefined) =>
  typeof rule === 'number' || typeof rule === 'string' || (typeof rule === 'object' && rule !== null)
    ? (rule as never)
    : undefined

function ByRule({ label, text, onChoose }: { label: string; text: string; onChoose: () => void }) {
  return (
    <button type="button" aria-label={`${text}: ${label}`} onClick={onChoose}>
      {text}
    </button>
  )
}

const INPUTS = { date: 'date', time: 'time', 'date-time': 'datetime-local' } as const

/** The first and the last day or time. */
export function MomentSettings({ question, number, onChange }: Setting<QuestionOf<MomentType>>) {
  const t = useT()
  return (
    <Group grow>
      {(['min', 'max'] as const).map((end) => {
        const label = `${t(`questionnaire.moment.${end}`)} (${number})`
        const bound = question[end]
        const change = (value: unknown) => onChange(withField(question, end, value))
        return typeof bound === 'object' ? (
          <LogicInput key={end} label={label} rule={bound} onChange={(rule) => change(toBound(rule))} />
        ) : (
          <TextInput
            key={end}
            label={label}
            type={INPUTS[question.type]}
            value={bound ?? ''}
            onChange={({ currentTarget: { value } }) => change(value || undefined)}
            rightSectionWidth={72}
            rightSection={
              <ByRule label={label} text={t('questionnaire.byRule')} onChoose={() => change(EMPTY_RULE)} />
            }
          />
        )
      })}
    </Group>
  )
}

export function NoteSettings({ question, number, onChange }: Setting<QuestionOf<'note'>>) {
  const t = useT()
  return (
    <Switch
      label={t('questionnaire.consent', { number })}
      description={t('questionnaire.consentHint')}
      checked={question.consent === true}
      onChange={({ currentTarget: { checked } }) =>
        onChange(withField(question, 'consent', checked || undefined))
      }
    />
  )
}

export function CalculationSettings({ question, number, onChange }: Setting<QuestionOf<'calculation'>>) {
  const t = useT()
  return (
    <>
      <LogicInput
        label={t('questionnaire.calculate', { number })}
        rule={question.calculate}
        onChange={(calculate) => onChange({ ...question, calculate: calculate ?? null })}
      />
      <NativeSelect
        label={`${t('questionnaire.valueType')} (${number})`}
        data={(['number', 'text'] as const).map((value) => ({
          value,
          label: t(`questionnaire.valueType.${value}`),
        }))}
        value={question.value}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...question, value: value === 'text' ? 'text' : 'number' })
        }
      />
    </>
  )
}

const NUMBER_CODES = { 'dont-know': -98, refused: -99 } as const
const CODE_WORDS = {
  'dont-know': { en: 'I don’t know', sw: 'Sijui' },
  refused: { en: 'I’d rather not say', sw: 'Sipendi kusema' },
} as const

/** What may be answered instead of a number. */
export function NumberCodes({ question, number, languages, onChange }: Setting<QuestionOf<'number'>>) {
  const t = useT()
  const { codes = [] } = question
  const change = (changed: typeof codes) =>
    onChange(withField(question, 'codes', changed.length > 0 ? changed : undefined))
  return (['dont-know', 'refused'] as const).map((code) => {
    const at = codes.findIndex((each) => each.code === code)
    const found = codes[at]
    const words = Object.fromEntries(
      Object.entries(CODE_WORDS[code]).filter(([language]) => languages.includes(language)),
    )
    return (
      <div key={code}>
        <Switch
          label={`${t(`questionnaire.kind.${code}`)} (${number})`}
          checked={found !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            change(
              checked
                ? [
                    ...codes,
                    { code, value: NUMBER_CODES[code], words: { en: CODE_WORDS[code].en, ...words } },
                  ]
                : codes.filter((each) => each.code !== code),
            )
          }
        />
        {found && (
          <Group grow mt="xs">
            <NumberInput
              label={`${t(`questionnaire.kind.${code}`)}: ${t('questionnaire.numberCode')}`}
              allowDecimal={false}
              value={found.value}
              onChange={(value) => change(codes.with(at, { ...found, value: Number(value) }))}
            />
            <WordsInput
              label={`${t(`questionnaire.kind.${code}`)}: ${t('questionnaire.wordsOf')}`}
              words={found.words}
              {...{ languages }}
              max={60}
              onChange={(changed) => change(codes.with(at, { ...found, words: changed }))}
            />
          </Group>
        )}
      </div>
    )
  })
}

/** How many options may be chosen or ranked, and whether they are searched. */
export function CountSettings({
  question,
  number,
  onChange,
}: Omit<Setting<QuestionOf<'multiple-choice' | 'choices' | 'ranking'>>, 'languages'>) {
  const t = useT()
  const label = (name: string) => `${name} (${number})`
  const count = (field: 'least' | 'most') => ({
    label: label(t(`questionnaire.${field}`)),
    allowDecimal: false,
    value: field in question ? (question[field as never] ?? '') : '',
    onChange: (value: number | string) =>
      onChange(withField(question, field as never, value === '' ? undefined : Number(value))),
  })
  return (
    <>
      {question.type === 'choices' && <NumberInput {...count('least')} />}
      {question.type !== 'multiple-choice' && (
        <NumberInput
          {...count('most')}
          description={t(question.type === 'choices' ? 'questionnaire.mostHint' : 'questionnaire.placesHint')}
        />
      )}
      {question.type !== 'ranking' && (
        <Switch
          label={label(t('questionnaire.search'))}
          description={t('questionnaire.searchHint')}
          checked={question.search === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange(withField(question, 'search', checked || undefined))
          }
        />
      )}
    </>
  )
}
