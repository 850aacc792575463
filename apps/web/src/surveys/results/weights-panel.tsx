import { TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLanguage, useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DayField } from '../../ui/forms/number-input.tsx'
import classes from './results.module.css'
import { useAnswerWords } from './results-figures.tsx'
import type { ResultsView } from './results-view.ts'

type Props = { results: SurveyResults; view: ResultsView; onChoose: (view: ResultsView) => void }

const decimal = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** Shares of a population, which the answers are weighed by. */
export function WeightsPanel({ results, view, onChoose }: Props) {
  const t = useT()
  const language = useLanguage()
  const bases = listBases(results, language)
  const [first] = bases
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(Object.keys(readWeights(view))[0] ?? first?.key ?? '')
  const basis = bases.find(({ key }) => key === chosen) ?? first
  if (!basis) return null
  const { weights: _, ...plain } = view
  const choose = (next: ResultsView) => {
    setOpen(false)
    onChoose(next)
  }
  return (
    <div className={classes.weights}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('results.weights')}
      </Button>
      {view.weights && (
        <p className={blocks.flush}>
          {t('results.weighedBy', {
            names: bases
              .filter(({ key }) => Object.hasOwn(readWeights(view), key))
              .map(({ label }) => label)
              .join(' · '),
          })}{' '}
          {results.effectiveBase !== null &&
            results.base !== null &&
            t('results.effective', {
              people: results.base,
              effective: decimal.format(results.effectiveBase),
            })}
        </p>
      )}
      <Dialog title={t('results.weights')} size="xl" opened={isOpen} onClose={() => setOpen(false)}>
        <Text c="dimmed" mb="md">
          {t('results.weightsText')}
        </Text>
        <NativeSelect
          label={t('results.weighBy')}
          value={basis.key}
          mb="md"
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={bases.map(({ key, label }) => ({ value: key, label }))}
        />
        <Shares
          key={basis.key}
          answers={basis.answers}
          given={readWeights(view)[basis.key] ?? {}}
          isWeighed={view.weights !== undefined}
          onApply={(shares) =>
            choose({ ...plain, weights: JSON.stringify(addTo(readWeights(view), basis.key, shares)) })
          }
          onClear={() => choose(plain)}
        />
      </Dialog>
    </div>
  )
}

type Basis = { key: string; label: string; answers: { answer: string; label: string }[] }

/** What has shares in a population: questions with one answer each, and what people had told about themselves. */
function listBases({ questions, groups }: SurveyResults, language: 'en' | 'sw'): Basis[] {
  const asked = questions.filter(
    ({ part, isMultiple, type, rows }) =>
      part === '' && !isMultiple && type !== 'number' && rows.some(({ count }) => count !== 0),
  )
  return [
    ...asked.map(({ id, question, rows }) => ({
      key: String(id),
      label: `${id}. ${question}`,
      // Nobody can stand for an answer that nobody gave.
      answers: rows.filter(({ count }) => count !== 0),
    })),
    ...groups.map(({ trait, codes }) => ({
      key: trait,
      label: TRAITS[trait].name[language],
      answers: TRAITS[trait].options
        .filter(({ code }) => codes.some((each) => each.code === code && each.people !== null))
        .map(({ code, words }) => ({ answer: code, label: words[language] })),
    })),
  ].filter(({ answers }) => answers.length > 0)
}

type SharesProps = {
  answers: Basis['answers']
  given: Readonly<Record<string, number>>
  isWeighed: boolean
  onApply: (shares: Record<string, number>) => void
  onClear: () => void
}

function Shares({ answers, given, isWeighed, onApply, onClear }: SharesProps) {
  const t = useT()
  const wordOf = useAnswerWords()
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(answers.map(({ answer }) => [answer, toPercent(given[answer])])),
  )
  const [isRefused, setIsRefused] = useState(false)
  const shares = Object.fromEntries(answers.map(({ answer }) => [answer, Number(typed[answer]) / 100]))
  const sum = Object.values(shares).reduce((total, share) => total + share, 0)
  const isWhole = Math.abs(sum - 1) < 0.005 && Object.values(shares).every((share) => share >= 0.01)
  return (
    <form
      className={classes.weights}
      onSubmit={(event) => {
        event.preventDefault()
        setIsRefused(!isWhole)
        if (isWhole) onApply(shares)
      }}
    >
      <div className={classes.filter}>
        {answers.map(({ answer, label }) => (
          <TextInput
            key={answer}
            label={wordOf({ answer, label })}
            inputMode="decimal"
            rightSection="%"
            value={typed[answer] ?? ''}
            onChange={({ currentTarget: { value } }) => setTyped((all) => ({ ...all, [answer]: value }))}
          />
        ))}
      </div>
      {isRefused && (
        <p role="alert" className={classes.refused}>
          {t('results.weightsWrong', { sum: Number.isFinite(sum) ? decimal.format(sum * 100) : '–' })}
        </p>
      )}
      <div className={classes.files}>
        <Button type="submit">{t('results.weigh')}</Button>
        {isWeighed && (
          <Button variant="subtle" onClick={onClear}>
            {t('results.weighNot')}
          </Button>
        )}
      </div>
    </form>
  )
}

type Weights = Record<string, Record<string, number>>

/** Three at most, as the call takes them. */
function addTo(weights: Weights, key: string, shares: Record<string, number>): Weights {
  const others = Object.entries(weights).filter(([each]) => each !== key)
  return Object.fromEntries([...others.slice(-2), [key, shares]])
}

const toPercent = (share: number | undefined) =>
  share === undefined ? '' : String(Math.round(share * 1000) / 10)

/** The address may hold anything. */
export function readWeights({ weights }: ResultsView): Weights {
  try {
    return JSON.parse(weights ?? '{}')
  } catch {
    return {}
  }
}

type VersionSelectProps = {
  versions: readonly number[]
  /** Undefined: all of them. */
  value: number | undefined
  onChange: (version: number | undefined) => void
}

function VersionSelect({ versions, value: chosen, onChange }: VersionSelectProps) {
  const t = useT()
  return (
    <NativeSelect
      label={t('results.version')}
      value={String(chosen ?? '')}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
      data={[
        { value: '', label: t('results.allVersions') },
        ...versions.map((number) => ({
          value: String(number),
          label: number > 0 ? String(number) : t('results.beforeFirst'),
        })),
      ]}
    />
  )
}

type ResultsFilterProps = {
  view: ResultsView
  versions: readonly number[]
  questions: readonly QuestionResult[]
  groups: SurveyResults['groups']
  /** Who may see counts only chooses one group and nothing with it. */
  isRaw: boolean
  onChoose: (view: ResultsView) => void
}

/** Whose answers are counted. */
export function ResultsFilter({ view, versions, questions, groups, isRaw, onChoose }: ResultsFilterProps) {
  const t = useT()
  const { from = '', to = '', quality, who = '', profile = '' } = view
  const isFiltered = from !== '' || to !== '' || quality !== undefined || who !== '' || profile !== ''
  const isPart = view.version !== undefined && versions.length > 1
  const isAlone = !isRaw && (profile !== '' || isPart)
  const change = (
    changes: Partial<Record<'from' | 'to' | 'quality' | 'who' | 'profile', string | undefined>>,
  ) => {
    const next = Object.entries({ ...view, ...changes }).filter(
      ([, value]) => value !== undefined && value !== '',
    )
    onChoose(Object.fromEntries(next))
  }
  return (
    <section className={classes.filter} aria-label={t('results.filter')}>
      <WhoSelect
        questions={questions}
        value={who}
        isDisabled={isAlone}
        onChange={(chosen) => change({ who: chosen })}
      />
      {groups.length > 0 && (
        <GroupSelect
          groups={groups}
          value={profile}
          onChange={(chosen) => {
            if (isRaw) change({ profile: chosen })
            else onChoose({ ...(view.tab && { tab: view.tab }), ...(chosen && { profile: chosen }) })
          }}
        />
      )}
      {isRaw && (
        <NativeSelect
          label={t('results.quality')}
          value={quality ?? 'accepted'}
          onChange={({ currentTarget }) =>
            change({ quality: currentTarget.value === 'all' ? 'all' : undefined })
          }
          data={[
            { value: 'accepted', label: t('results.qualityAccepted') },
            { value: 'all', label: t('results.qualityAll') },
          ]}
        />
      )}
      {versions.length > 1 && (
        <VersionSelect
          versions={versions}
          value={view.version}
          onChange={(version) => {
            const { version: _, ...others } = view
            const kept = isRaw ? others : { ...(view.tab && { tab: view.tab }) }
            onChoose({ ...kept, ...(version !== undefined && { version }) })
          }}
        />
      )}
      <DayField
        label={t('analytics.from')}
        disabled={isAlone}
        value={from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <DayField
        label={t('analytics.to')}
        disabled={isAlone}
        value={to}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChoose(view.tab ? { tab: view.tab } : {})}>
          {t('results.clear')}
        </Button>
      )}
    </section>
  )
}

type GroupSelectProps = {
  groups: SurveyResults['groups']
  /** `sex=female`; empty for everyone. */
  value: string
  onChange: (value: string) => void
}

const isOpen = ({ codes }: SurveyResults['groups'][number]) => codes.some(({ people }) => people !== null)

/** Chooses people by what they had told about themselves. Groups of few people are not offered. */
function GroupSelect({ groups, value, onChange }: GroupSelectProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <NativeSelect
      label={t('results.group')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{t('results.everyone')}</option>
      {groups.filter(isOpen).map(({ trait, codes }) => (
        <optgroup key={trait} label={TRAITS[trait].name[language]}>
          {codes
            .filter(({ people }) => people !== null)
            .map(({ code, people }) => (
              <option key={code} value={`${trait}=${code}`}>
                {TRAITS[trait].options.find((each) => each.code === code)?.words[language] ?? code} ({people})
              </option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}

type WhoSelectProps = {
  questions: readonly QuestionResult[]
  /** `1=Bank`; empty for everyone. */
  value: string
  isDisabled: boolean
  onChange: (value: string) => void
}

/** Chooses people by their answer to a question with one answer. */
function WhoSelect({ questions, value, isDisabled, onChange }: WhoSelectProps) {
  const t = useT()
  const wordOf = useAnswerWords()
  return (
    <NativeSelect
      label={t('results.who')}
      disabled={isDisabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{t('results.everyone')}</option>
      {questions
        .filter(({ rows, part, isMultiple, type }) => {
          return rows.length > 0 && part === '' && !isMultiple && type !== 'number'
        })
        .map(({ id, question, rows }) => (
          <optgroup key={id} label={question}>
            {rows.map(({ answer, label }) => (
              <option key={answer} value={`${id}=${answer}`}>
                {wordOf({ answer, label })}
              </option>
            ))}
          </optgroup>
        ))}
    </NativeSelect>
  )
}
