import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import { type AttributeKey, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { traitOf } from '@chuma/contract/surveys/traits'
import { Checkbox, InputError, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import classes from './profile.module.css'

type Props = {
  attribute: AttributeKey
  codes: readonly string[]
  onAnswer: (codes: string[]) => void
  problem?: string | undefined
}

/** More are easier to find in a list. */
const MOST_RADIOS = 14

/** One question about the member, with the reason for it. */
export function AttributeField(props: Props) {
  const { kind, options } = PROFILE_ATTRIBUTES[props.attribute]
  return (
    <div>
      {kind === 'year' && <YearField {...props} />}
      {kind === 'several' && <SeveralField {...props} />}
      {kind === 'single' &&
        (options.length > MOST_RADIOS ? <ListField {...props} /> : <SingleField {...props} />)}
      <WhyAsked attribute={props.attribute} />
    </div>
  )
}

function useOptions(attribute: AttributeKey) {
  const t = useT()
  const language = useLanguage()
  const { options, question } = PROFILE_ATTRIBUTES[attribute]
  return {
    question: question[language],
    options: options.map(({ code, words }) => ({ value: code, label: words[language] })),
    preferNot: { value: PREFER_NOT, label: t('aboutYou.preferNot') },
  }
}

function SingleField({ attribute, codes, onAnswer, problem }: Props) {
  const { question, options, preferNot } = useOptions(attribute)
  return (
    <Radio.Group
      label={question}
      value={codes[0] ?? null}
      onChange={(code) => onAnswer([code])}
      error={problem}
      classNames={{ label: classes.question ?? '' }}
    >
      <Stack gap="sm">
        {[...options, preferNot].map((each) => (
          <Radio key={each.value} size="md" {...each} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function ListField({ attribute, codes, onAnswer, problem }: Props) {
  const t = useT()
  const { question, options, preferNot } = useOptions(attribute)
  return (
    <NativeSelect
      label={question}
      value={codes[0] ?? ''}
      onChange={({ currentTarget }) => onAnswer(currentTarget.value === '' ? [] : [currentTarget.value])}
      data={[{ value: '', label: t('aboutYou.choose') }, ...options, preferNot]}
      error={problem}
      classNames={{ label: classes.question ?? '' }}
    />
  )
}

function SeveralField({ attribute, codes, onAnswer, problem }: Props) {
  const { question, options, preferNot } = useOptions(attribute)
  const choose = (chosen: string[]) => {
    const added = chosen.find((code) => !codes.includes(code))
    // Preferring not to say goes with no other answer.
    onAnswer(added === PREFER_NOT ? [PREFER_NOT] : chosen.filter((code) => code !== PREFER_NOT))
  }
  return (
    <Checkbox.Group
      label={question}
      value={[...codes]}
      onChange={choose}
      error={problem}
      classNames={{ label: classes.question ?? '' }}
    >
      <Stack gap="sm">
        {[...options, preferNot].map((each) => (
          <Checkbox key={each.value} size="md" {...each} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function YearField({ attribute, codes, onAnswer, problem }: Props) {
  const { question, preferNot } = useOptions(attribute)
  const isDeclined = codes[0] === PREFER_NOT
  return (
    <Stack gap="sm">
      <TextInput
        label={question}
        value={isDeclined ? '' : (codes[0] ?? '')}
        onChange={({ currentTarget }) =>
          onAnswer(currentTarget.value === '' ? [] : [currentTarget.value.trim()])
        }
        inputMode="numeric"
        autoComplete="bday-year"
        maxLength={4}
        disabled={isDeclined}
        classNames={{ label: classes.question ?? '' }}
      />
      <Checkbox
        size="md"
        label={preferNot.label}
        checked={isDeclined}
        onChange={({ currentTarget }) => onAnswer(currentTarget.checked ? [PREFER_NOT] : [])}
      />
      {problem && <InputError size="md">{problem}</InputError>}
    </Stack>
  )
}

/** What an answer is for, how long it counts, and whether it is sensitive. */
function WhyAsked({ attribute }: { attribute: AttributeKey }) {
  const t = useT()
  const language = useLanguage()
  const { purpose, months, isSpecial } = PROFILE_ATTRIBUTES[attribute]
  return (
    <details className={classes.why}>
      <summary className={blocks.link}>{t('aboutYou.why')}</summary>
      <p className={blocks.quiet}>
        {purpose[language]} {t('aboutYou.kept', { months })} {traitOf(attribute) && t('aboutYou.counted')}{' '}
        {isSpecial && t('aboutYou.special')}
      </p>
    </details>
  )
}
