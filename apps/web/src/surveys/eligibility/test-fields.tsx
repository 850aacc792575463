import { formatUsd } from '@chuma/contract/format-money'
import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { type RuleTest, ruleAfter, ruleBefore } from '@chuma/contract/surveys/eligibility/eligibility'
import { explainRule } from '@chuma/contract/surveys/eligibility/explain-rule'
import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from './eligibility.module.css'

type Props<Test extends RuleTest = RuleTest> = { test: Test; onChange: (test: RuleTest) => void }
type Of<Kind extends RuleTest['is']> = Extract<RuleTest, { is: Kind }>

/** What a condition compares with. */
export function TestFields({ test, onChange }: Props) {
  const t = useT()
  switch (test.is) {
    case 'any-of':
    case 'none-of':
      return <CodeFields test={test} onChange={onChange} />
    case 'new-to':
    case 'took':
      return <SurveyFields test={test} onChange={onChange} />
    case 'premium':
      return (
        <Checkbox
          label={t('eligibility.hasPremium')}
          checked={test.value}
          onChange={({ currentTarget }) => onChange({ ...test, value: currentTarget.checked })}
        />
      )
    case 'country':
      return (
        <TextInput
          label={t('eligibility.countries')}
          defaultValue={test.countries.join(', ')}
          onChange={({ currentTarget }) => onChange({ ...test, countries: split(currentTarget.value) })}
        />
      )
    case 'accepted-percent':
      return (
        <Bound name="from" value={test.from} onChange={(from) => onChange({ ...test, from: from ?? 0 })} />
      )
    case 'flags':
      return <Bound name="to" value={test.to} onChange={(to) => onChange({ ...test, to: to ?? 0 })} />
    default:
      return <RangeFields test={test} onChange={onChange} />
  }
}

const split = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

function RangeFields({ test, onChange }: Props<Of<'age' | 'born' | 'completed' | 'joined-days'>>) {
  const t = useT()
  const set = (name: 'from' | 'to', value: number | undefined) => {
    const { [name]: _, ...rest } = test
    onChange((value === undefined ? rest : { ...rest, [name]: value }) as RuleTest)
  }
  return (
    <Group align="end">
      <Bound name="from" value={test.from} onChange={(value) => set('from', value)} />
      <Bound name="to" value={test.to} onChange={(value) => set('to', value)} />
      {test.is === 'completed' && (
        <TextInput
          label={t('eligibility.category')}
          value={test.category ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { category: _, ...rest } = test
            onChange(value === '' ? rest : { ...rest, category: value })
          }}
        />
      )}
    </Group>
  )
}

type BoundProps = {
  name: 'from' | 'to'
  value: number | undefined
  onChange: (value: number | undefined) => void
}

function Bound({ name, value, onChange }: BoundProps) {
  const t = useT()
  return (
    <NumberInput
      label={t(`eligibility.${name}`)}
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' ? undefined : Number(typed))}
      allowDecimal={false}
      allowNegative={false}
      w="8rem"
    />
  )
}

function CodeFields({ test, onChange }: Props<Of<'any-of' | 'none-of'>>) {
  const t = useT()
  const language = useLanguage()
  const { options, name } = PROFILE_ATTRIBUTES[test.attribute]
  return (
    <>
      <NativeSelect
        label={t('eligibility.compare')}
        data={[
          { value: 'any-of', label: t('eligibility.any-of') },
          { value: 'none-of', label: t('eligibility.none-of') },
        ]}
        value={test.is}
        onChange={({ currentTarget }) =>
          onChange({ ...test, is: currentTarget.value === 'none-of' ? 'none-of' : 'any-of' })
        }
      />
      <Checkbox.Group
        label={`${name[language]}: ${t('eligibility.options')}`}
        value={test.codes}
        onChange={(codes) => onChange({ ...test, codes })}
      >
        <Stack gap="xs" className={classes.options}>
          {options.map(({ code, words }) => (
            <Checkbox key={code} value={code} label={words[language]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

function SurveyFields({ test, onChange }: Props<Of<'new-to' | 'took'>>) {
  const t = useT()
  const offers = trpc.admin.listSurveys.useQuery({ sort: 'newest', limit: 50 }).data ?? []
  return (
    <Checkbox.Group
      label={t('eligibility.surveys')}
      value={test.surveys}
      onChange={(surveys) => onChange({ ...test, surveys })}
    >
      <Stack gap="xs" className={classes.options}>
        {offers.map(({ id, title }) => (
          <Checkbox key={id} value={id} label={title} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

type RequestedRuleProps = { before: unknown; after: unknown; fallback: ReactNode }

/** Which survey it is, who can take it, who could then, and how many members that would be. `fallback`: for a rule of another version. */
export function RequestedRule({ before, after, fallback }: RequestedRuleProps) {
  const t = useT()
  const language = useLanguage()
  const [old, asked] = [ruleBefore.safeParse(before), ruleAfter.safeParse(after)]
  if (!old.success || !asked.success) return fallback
  const { title, reward, members } = asked.data
  return (
    <>
      <p className={blocks.flush}>{t('audience.survey', { title, reward: formatUsd(reward) })}</p>
      <p className={blocks.quiet}>{t('audience.before', { rule: explainRule(old.data.rule, language) })}</p>
      <p className={blocks.flush}>
        {t('audience.after', { rule: explainRule(asked.data.rule, language) })}{' '}
        <FewMembers members={members} />
      </p>
    </>
  )
}

/** How many members could take a survey about which a second person decides. Null: one to four. */
export function FewMembers({ members }: { members: number | null }) {
  const t = useT()
  return <strong>{members === null ? t('audience.fitFew') : t('audience.fit', { count: members })}</strong>
}
