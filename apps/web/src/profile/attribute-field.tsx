import type { ProfileAnswer, SaveProfileAnswerInput } from '@chuma/contract/profile/profile'
import { type AttributeKey, PREFER_NOT, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { traitOf } from '@chuma/contract/surveys/eligibility/explain-rule'
import { Button, Checkbox, Group, InputError, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLanguage, useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import choices from '../ui/forms/choices.module.css'
import { Panel } from '../ui/page/page.tsx'
import classes from './profile.module.css'
import { useProfileChange } from './use-profile-change.ts'

type Props = Pick<ProfileAnswer, 'attribute' | 'codes'> & {
  source: SaveProfileAnswerInput['source']
  onDone: () => void
  /** In place of the button that closes the form. */
  dismissal?: ReactNode
}

/** One question. Saving it is the consent to store the answer, as the text above the button says. */
export function AnswerForm({ attribute, codes: known, source, onDone, dismissal }: Props) {
  const t = useT()
  const [codes, setCodes] = useState<readonly string[]>(known)
  const [isChecked, setChecked] = useState(false)
  const { show, failure } = useProfileChange()
  const save = useAction(trpc.profile.saveAnswer, {
    onDone: (overview) => {
      show(overview)
      onDone()
    },
    done: { title: t('aboutYou.earnedTitle'), message: t('aboutYou.saved') },
    failure,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (codes.length > 0) save.run({ attribute, codes: [...codes], isConsented: true, source })
  }
  const refusal = isApiError(save.error) ? save.error.data?.fieldErrors?.codes?.[0] : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack pb="md">
        <AttributeField
          attribute={attribute}
          codes={codes}
          onAnswer={setCodes}
          problem={isChecked && codes.length === 0 ? t('aboutYou.answerMissing') : refusal}
        />
        <p className={blocks.quiet}>{t('aboutYou.questionConsent')}</p>
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('aboutYou.save')}
          </Button>
          {dismissal ?? (
            <Button variant="default" onClick={onDone}>
              {t('aboutYou.close')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type AttributeFieldProps = {
  attribute: AttributeKey
  codes: readonly string[]
  onAnswer: (codes: string[]) => void
  problem?: string | undefined
}

/** More are easier to find in a list. */
const MAX_RADIOS = 14

/** One question about the member, with the reason for it. */
export function AttributeField(props: AttributeFieldProps) {
  const { kind, options } = PROFILE_ATTRIBUTES[props.attribute]
  return (
    <div>
      {kind === 'year' && <YearField {...props} />}
      {kind === 'several' && <SeveralField {...props} />}
      {kind === 'single' &&
        (options.length > MAX_RADIOS ? <ListField {...props} /> : <SingleField {...props} />)}
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

function SingleField({ attribute, codes, onAnswer, problem }: AttributeFieldProps) {
  const { question, options, preferNot } = useOptions(attribute)
  return (
    <Radio.Group
      label={question}
      value={codes[0] ?? null}
      onChange={(code) => onAnswer([code])}
      error={problem}
      classNames={{ label: classes.question ?? '' }}
    >
      {[...options, preferNot].map((each) => (
        <Radio key={each.value} classNames={choices} {...each} />
      ))}
    </Radio.Group>
  )
}

function ListField({ attribute, codes, onAnswer, problem }: AttributeFieldProps) {
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

function SeveralField({ attribute, codes, onAnswer, problem }: AttributeFieldProps) {
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
      {[...options, preferNot].map((each) => (
        <Checkbox key={each.value} classNames={choices} {...each} />
      ))}
    </Checkbox.Group>
  )
}

function YearField({ attribute, codes, onAnswer, problem }: AttributeFieldProps) {
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
        classNames={choices}
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

/** One question a day, until it is answered or dismissed. */
export function QuestionOfDay() {
  const attribute = trpc.profile.getQuestion.useQuery().data?.attribute
  return attribute ? <QuestionCard key={attribute} attribute={attribute} /> : null
}

function QuestionCard({ attribute }: { attribute: AttributeKey }) {
  const t = useT()
  const utils = trpc.useUtils()
  const close = () => utils.profile.getQuestion.setData(undefined, { attribute: null })
  const dismiss = useAction(trpc.profile.dismissQuestion, { onDone: close, onFailed: () => true })
  return (
    <Panel aria-label={t('aboutYou.title')}>
      <AnswerForm
        attribute={attribute}
        codes={[]}
        source="question"
        onDone={close}
        dismissal={
          <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.run({ attribute })}>
            {t('aboutYou.dismiss')}
          </Button>
        }
      />
    </Panel>
  )
}
