import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  PROFILE_ATTRIBUTES,
} from '@chuma/contract/profile/profile-attributes'
import {
  type Audience,
  type Eligibility,
  type Rule,
  type RuleTest,
  rule as ruleSchema,
} from '@chuma/contract/surveys/eligibility/eligibility'
import { explainRule } from '@chuma/contract/surveys/eligibility/explain-rule'
import { ActionIcon, Alert, Button, Group, JsonInput, NativeSelect, Stack, Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useT } from '../../i18n/use-t.ts'
import { sayCodes } from '../../profile/use-profile-change.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SurveyFrame } from '../studio/survey-frame.tsx'
import classes from './eligibility.module.css'
import { TestFields } from './test-fields.tsx'

/** Who can take a survey, and how many members that is. */
export function AudiencePage({ surveyId: id }: { surveyId: string }) {
  const saved = trpc.admin.getEligibility.useQuery(
    { id },
    { staleTime: JUST_NOW_MS, gcTime: 0, refetchOnReconnect: false, refetchOnWindowFocus: false },
  )
  return (
    <SurveyFrame surveyId={id}>
      {({ permissions }) => (
        <QueryView query={saved} skeleton={<Skeletons count={2} height={240} />}>
          {(loaded) => (
            <EligibilityEditor
              surveyId={id}
              {...{ loaded }}
              isManager={permissions.includes('offers:manage')}
            />
          )}
        </QueryView>
      )}
    </SurveyFrame>
  )
}

type Props = { surveyId: string; loaded: Eligibility; isManager: boolean }

/** The rule as a sentence and as fields, with the audience beside it. */
function EligibilityEditor({ surveyId, loaded, isManager }: Props) {
  const t = useT()
  const language = useLanguage()
  const [rule, setRule] = useState<Rule | null>(loaded.rule)
  const [saved, setSaved] = useState(loaded)
  const save = useAction(trpc.admin.saveEligibility, {
    onDone: setSaved,
    done: { title: t('eligibility.savedTitle'), message: t('eligibility.saved') },
    failure: { title: t('eligibility.failedTitle'), offline: t('eligibility.failed') },
  })
  const draft = readRule(rule)
  return (
    <div className={classes.sides}>
      <Stack>
        <Text fw={500}>{explainRule(rule, language)}</Text>
        <p className={blocks.quiet}>{t('eligibility.unknown')}</p>
        {draft ? (
          <RuleBuilder draft={draft} onChange={(next) => setRule(toRule(next))} />
        ) : (
          <WrittenRule rule={rule} onChange={setRule} />
        )}
        {isManager && (
          <Group>
            <Button
              loading={save.isPending}
              onClick={() => save.run({ id: surveyId, version: saved.version, rule })}
            >
              {t('eligibility.save')}
            </Button>
          </Group>
        )}
      </Stack>
      <AudiencePanel surveyId={surveyId} rule={rule} isNew={isManager && !isSameRule(rule, saved.rule)} />
    </div>
  )
}

const isSameRule = (one: Rule | null, other: Rule | null) => JSON.stringify(one) === JSON.stringify(other)

function WrittenRule({ rule, onChange }: { rule: Rule | null; onChange: (rule: Rule | null) => void }) {
  const t = useT()
  return (
    <JsonInput
      label={t('eligibility.written')}
      autosize
      defaultValue={JSON.stringify(rule, null, 2)}
      validationError={t('eligibility.notJson')}
      onBlur={({ currentTarget: { value } }) => {
        try {
          onChange(value.trim() === '' ? null : JSON.parse(value))
        } catch {
          // The field says so, and the last valid rule stays.
        }
      }}
    />
  )
}

type RuleBuilderProps = { draft: RuleDraft; onChange: (draft: RuleDraft) => void }

/** The conditions of a rule, to add, change and remove. */
function RuleBuilder({ draft, onChange }: RuleBuilderProps) {
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

const PAUSE_MS = 400

type AudiencePanelProps = {
  surveyId: string
  rule: Rule | null
  /** It is not the saved one, and can be saved. */
  isNew: boolean
}

/** How many active members the rule fits, counted again after each change. */
function AudiencePanel({ surveyId: id, rule, isNew }: AudiencePanelProps) {
  const t = useT()
  const language = useLanguage()
  const [by, setBy] = useState<AttributeKey | undefined>()
  const [settled] = useDebouncedValue(rule, PAUSE_MS)
  const isWhole = settled === null || ruleSchema.safeParse(settled).success
  const query = trpc.admin.countAudience.useQuery(
    { id, by, rule: settled === null ? undefined : JSON.stringify(settled) },
    { enabled: isWhole, placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('audience.title')} text={t('audience.text')}>
      <div aria-live="polite">
        {isWhole ? (
          <QueryView query={query} skeleton={<Skeletons count={1} height={120} />}>
            {(audience) => <Figures {...{ audience, by, isNew }} />}
          </QueryView>
        ) : (
          <p className={blocks.quiet}>{t('audience.failed')}</p>
        )}
      </div>
      <NativeSelect
        label={t('audience.by')}
        data={[
          { value: '', label: t('audience.byNothing') },
          ...ANSWERED.map((value) => ({ value, label: PROFILE_ATTRIBUTES[value].name[language] })),
        ]}
        value={by ?? ''}
        onChange={({ currentTarget }) => setBy(ANSWERED.find((key) => key === currentTarget.value))}
      />
    </Section>
  )
}

const number = new Intl.NumberFormat('en-KE', { maximumSignificantDigits: 3 })
const exact = new Intl.NumberFormat('en-KE')

type FiguresProps = { audience: Audience; by: AttributeKey | undefined; isNew: boolean }

function Figures({ audience, by, isNew }: FiguresProps) {
  const t = useT()
  const { active, reached, isEstimate, warning, second, basis, completesPerDay } = audience
  const say = (count: number) => (isEstimate ? number : exact).format(count)
  return (
    <>
      <p className={classes.figure}>
        {reached === null
          ? t('audience.hidden')
          : t(isEstimate ? 'audience.reachedAbout' : 'audience.reached', {
              count: say(reached.members),
              active: say(active.members),
              low: say(reached.low),
              high: say(reached.high),
            })}
      </p>
      <Warnings {...{ warning, second: isNew ? second : null }} />
      {completesPerDay !== null && (
        <p className={blocks.flush}>{t('audience.perDay', { count: number.format(completesPerDay) })}</p>
      )}
      <p className={blocks.quiet}>{t(basis.completed > 0 ? 'audience.basis' : 'audience.noBasis', basis)}</p>
      {by && audience.cells.length > 0 && <Cells audience={audience} by={by} say={say} />}
    </>
  )
}

function Warnings({ warning, second }: Pick<Audience, 'warning' | 'second'>) {
  const t = useT()
  if (!warning && !second) return null
  return (
    <Stack gap="xs">
      {warning && <Alert color="gold">{t(`audience.${warning}`)}</Alert>}
      {second && (
        <Alert color="gold">
          {t(second.isCertain ? 'audience.second' : 'audience.secondMaybe', {
            count: exact.format(second.below),
          })}
        </Alert>
      )}
    </Stack>
  )
}

type CellsProps = { audience: Audience; by: AttributeKey; say: (count: number) => string }

function Cells({ audience: { cells }, by, say }: CellsProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('audience.cell')}</Table.Th>
          <Table.Th>{t('audience.members')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cells.map(({ code, members }) => (
          <Table.Tr key={code}>
            <Table.Td>{sayCodes(by, [code], language)}</Table.Td>
            <Table.Td>{members === null ? t('audience.few') : say(members.members)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** A rule as the builder shows it: a list of tests, all of which or one of which must hold. */
export type RuleDraft = { join: 'and' | 'or'; tests: RuleTest[] }

type OtherSubject = Exclude<RuleTest['is'], 'any-of' | 'none-of'>
/** What a condition is about: an answer of the profile, or something else about a member. */
export type Subject = AttributeKey | OtherSubject

/** A year of birth is compared by `age` and `born`. */
export const ANSWERED: readonly AttributeKey[] = ATTRIBUTE_KEYS.filter(
  (key) => PROFILE_ATTRIBUTES[key].kind !== 'year',
)
export const OTHER_SUBJECTS = [
  'age',
  'born',
  'completed',
  'new-to',
  'took',
  'joined-days',
  'premium',
  'country',
  'accepted-percent',
  'flags',
] as const satisfies readonly OtherSubject[]

/** Read a rule into a list; undefined if it is nested, which a list cannot show. */
export function readRule(rule: Rule | null): RuleDraft | undefined {
  if (rule === null) return { join: 'and', tests: [] }
  if ('is' in rule) return { join: 'and', tests: [rule] }
  if ('not' in rule) return undefined
  const [join, parts] = 'and' in rule ? (['and', rule.and] as const) : (['or', rule.or] as const)
  const tests = parts.filter((part): part is RuleTest => 'is' in part)
  return tests.length === parts.length ? { join, tests } : undefined
}

/** Write the list as a rule; null: everyone. */
export function toRule({ join, tests }: RuleDraft): Rule | null {
  const [first] = tests
  if (!first) return null
  if (tests.length === 1) return first
  return join === 'and' ? { and: tests } : { or: tests }
}

export const subjectOf = (test: RuleTest): Subject =>
  test.is === 'any-of' || test.is === 'none-of' ? test.attribute : test.is

const isAnswered = (subject: Subject): subject is AttributeKey => ANSWERED.some((key) => key === subject)

/** A condition to begin with. */
export function newTest(subject: Subject): RuleTest {
  if (isAnswered(subject)) {
    const [first] = PROFILE_ATTRIBUTES[subject].options
    return { is: 'any-of', attribute: subject, codes: first ? [first.code] : [] }
  }
  const firsts: Record<OtherSubject, RuleTest> = {
    age: { is: 'age', from: 18, to: 34 },
    born: { is: 'born', from: 1980, to: 2000 },
    completed: { is: 'completed', from: 1 },
    'new-to': { is: 'new-to', surveys: [] },
    took: { is: 'took', surveys: [] },
    'joined-days': { is: 'joined-days', from: 30 },
    premium: { is: 'premium', value: true },
    country: { is: 'country', countries: ['Kenya'] },
    'accepted-percent': { is: 'accepted-percent', from: 80 },
    flags: { is: 'flags', to: 0 },
  }
  return firsts[subject as OtherSubject]
}
