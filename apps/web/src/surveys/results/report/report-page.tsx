import type { Permission } from '@chuma/contract/admin/permissions'
import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import type { Rule, RuleTest } from '@chuma/contract/surveys/eligibility/eligibility'
import { TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import { type QuestionResult, SMALLEST_CELL, type SurveyResults } from '@chuma/contract/surveys/results'
import { Button, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { formatBusinessDay } from '../../../i18n/format-date.ts'
import type { Language, Translate } from '../../../i18n/i18n.ts'
import { useLanguage, useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import blocks from '../../../ui/blocks.module.css'
import { AdminFrame } from '../../../ui/frame/admin-frame.tsx'
import { QueryView, Skeletons } from '../../../ui/states/states.tsx'
import { sayCount, useAnswerWords } from '../results-figures.tsx'
import { type ResultsView, sayMean, toWeighedFilter } from '../results-view.ts'
import { readWeights } from '../weights-panel.tsx'
import classes from './report-page.module.css'

type Props = { surveyId: string; view: ResultsView }

/** Everything a survey found, to read and to print. */
export function ReportPage({ surveyId, view }: Props) {
  const t = useT()
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const query = trpc.admin.getSurveyResults.useQuery(toWeighedFilter(surveyId, view), { enabled: mayRead })
  return (
    <AdminFrame title={query.data?.title ?? t('surveyReport.open')}>
      {({ permissions }) => (
        <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
          {(results) => <Report results={results} view={view} permissions={permissions} />}
        </QueryView>
      )}
    </AdminFrame>
  )
}

type ReportProps = { results: SurveyResults; view: ResultsView; permissions: readonly Permission[] }

function Report({ results, view, permissions }: ReportProps) {
  const t = useT()
  const isHidden = results.questions.some(({ rows }) => rows.some(({ count }) => count === null))
  return (
    <article className={classes.report}>
      <div className={classes.tools} data-screen-only>
        <Button
          variant="subtle"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/admin/surveys/$surveyId/results"
              params={{ surveyId: results.id }}
              search={view}
            />
          )}
        >
          {t('surveyReport.back')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter aria-hidden size={20} />}
          onClick={() => window.print()}
        >
          {t('surveyReport.print')}
        </Button>
      </div>
      <section className={classes.part} aria-labelledby="report-method">
        <Title order={2} id="report-method">
          {t('surveyReport.method')}
        </Title>
        <ReportMethod results={results} view={view} />
        {permissions.includes('offers:read') && (
          <ReportSample surveyId={results.id} isRaw={permissions.includes('results:raw')} />
        )}
        {isHidden && <p className={blocks.quiet}>{t('results.hidden')}</p>}
      </section>
      {results.questions.map((question) => (
        <ReportQuestion key={`${question.id} ${question.part}`} question={question} />
      ))}
    </article>
  )
}

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })

/** One question: its chart, and the same figures as a table. */
function ReportQuestion({ question }: { question: QuestionResult }) {
  const t = useT()
  const titleId = useId()
  const wordOf = useAnswerWords()
  const { id, question: words, part, type, isMultiple, isSmallBase, base, rows, mean } = question
  const count =
    base === null
      ? t('results.few')
      : t(isSmallBase ? 'results.smallColumn' : 'results.base', { count: base })
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <div>
        <Title order={2} size="h3" id={titleId}>
          {`${id}. ${words}`}
          {type === 'coded' && part === 'coded' && ` · ${t('coding.title')}`}
        </Title>
        <p className={classes.note}>{isMultiple ? `${count} · ${t('results.multiple')}` : count}</p>
      </div>
      {rows.length > 0 && (
        <div className={classes.sides}>
          <ReportChart question={question} />
          <table className={classes.table} aria-label={t('surveyReport.table', { question: words })}>
            <thead>
              <tr>
                <th scope="col">{t('results.answer')}</th>
                <th scope="col">{t('surveyReport.count')}</th>
                <th scope="col">{t('surveyReport.share')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ answer, label, count: people, share }) => (
                <tr key={answer}>
                  <th scope="row">{wordOf({ answer, label })}</th>
                  <td>{people ?? t('results.few')}</td>
                  <td>{share ? percent.format(share.share) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mean && <p className={classes.note}>{sayMean(t, { ...mean, low: null, high: null })}</p>}
    </section>
  )
}

/** Answers in an order, which columns side by side show; of others a bar each, with room for words. */
const ORDERED = ['rating', 'scale', 'number']

/** The table beside it says the same to readers who cannot see it. */
function ReportChart({ question: { type, rows } }: { question: QuestionResult }) {
  return ORDERED.includes(type) && rows.length <= 12 ? <Columns rows={rows} /> : <Bars rows={rows} />
}

type Rows = { rows: QuestionResult['rows'] }

function Columns({ rows }: Rows) {
  const highest = Math.max(0.01, ...rows.map(({ share }) => share?.share ?? 0))
  return (
    <div className={classes.columns} aria-hidden>
      {rows.map(({ answer, label, share }) => (
        <div key={answer} className={classes.column}>
          <div className={classes.well}>
            {share && (
              <div className={classes.fill} style={{ height: `${(share.share / highest) * 100}%` }} />
            )}
          </div>
          <span>{label}</span>
        </div>
      ))}
    </div>
  )
}

function Bars({ rows }: Rows) {
  const wordOf = useAnswerWords()
  return (
    <div className={classes.bars} aria-hidden>
      {rows.map(({ answer, label, share }) => (
        <div key={answer}>
          <span>{wordOf({ answer, label })}</span>
          <div className={classes.track}>
            {share && <div className={classes.fill} style={{ width: `${share.share * 100}%` }} />}
          </div>
        </div>
      ))}
    </div>
  )
}

const number = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

type ReportMethodProps = { results: SurveyResults; view: ResultsView }

/** How the answers were collected, and what they can stand for. */
function ReportMethod({ results, view }: ReportMethodProps) {
  const t = useT()
  const language = useLanguage()
  const { attempts, base, effectiveBase, days } = results
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const isFiltered = [view.who, view.from, view.to, view.profile].some((each) => each !== undefined)
  const facts: [string, string][] = [
    ...(first && last
      ? [
          [
            t('surveyReport.field'),
            t('surveyReport.fieldText', { from: formatBusinessDay(first), to: formatBusinessDay(last) }),
          ] satisfies [string, string],
        ]
      : []),
    [t('surveyReport.recruitment'), t('surveyReport.recruitmentText')],
    [t('surveyReport.mode'), t('surveyReport.modeText')],
    [t('surveyReport.started'), sayCount(attempts.started)],
    [t('surveyReport.completed'), sayCount(attempts.completed)],
    [t('surveyReport.screenedOut'), sayCount(attempts.screenedOut)],
    [t('surveyReport.rejected'), sayCount(attempts.rejected)],
    [t('surveyReport.base'), base === null ? t('results.few') : number.format(base)],
    [
      t('surveyReport.filter'),
      isFiltered || view.quality === 'all' ? t('surveyReport.filtered') : t('surveyReport.noFilter'),
    ],
    [
      t('surveyReport.weights'),
      describeWeights(results, view, language).join('; ') || t('surveyReport.noWeights'),
    ],
    ...(effectiveBase === null
      ? []
      : [
          [
            t('surveyReport.effective'),
            t('surveyReport.effectiveText', { count: number.format(effectiveBase) }),
          ] satisfies [string, string],
        ]),
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {effectiveBase !== null && <p className={classes.note}>{t('surveyReport.weighted')}</p>}
      <p className={classes.note}>{t('surveyReport.credibility')}</p>
    </>
  )
}

/** The shares that the answers were given by weights: `Sex: Female 51%, Male 49%`. */
function describeWeights({ questions }: SurveyResults, view: ResultsView, language: Language): string[] {
  return Object.entries(readWeights(view)).map(([key, shares]) => {
    const trait = TRAIT_KEYS.find((each) => each === key)
    const asked = questions.find(({ id, part }) => String(id) === key && part === '')
    const labelOf = (answer: string) =>
      (trait
        ? TRAITS[trait].options.find(({ code }) => code === answer)?.words[language]
        : asked?.rows.find((row) => row.answer === answer)?.label) ?? answer
    const all = Object.entries(shares).map(([answer, share]) => `${labelOf(answer)} ${percent.format(share)}`)
    return `${trait ? TRAITS[trait].name[language] : (asked?.question ?? key)}: ${all.join(', ')}`
  })
}

/** `isRaw`: the reader may see counts of fewer than five. */
type ReportSampleProps = { surveyId: string; isRaw: boolean }

/** Whom the survey was for: its rule and its quotas, if it has any. */
function ReportSample({ surveyId: id, isRaw }: ReportSampleProps) {
  const t = useT()
  const language = useLanguage()
  const eligibility = trpc.admin.getEligibility.useQuery({ id })
  const quotas = trpc.admin.getQuotas.useQuery({ id })
  return (
    <>
      <QueryView query={eligibility} skeleton={<Skeletons count={1} height={48} />}>
        {({ rule }) =>
          rule && (
            <dl className={classes.facts}>
              <div>
                <dt>{t('surveyReport.who')}</dt>
                {describeRule(rule, { t, language }).map((part) => (
                  <dd key={part}>{part}</dd>
                ))}
              </div>
            </dl>
          )
        }
      </QueryView>
      <QueryView query={quotas} skeleton={<Skeletons count={1} height={48} />}>
        {(found) => found.version > 0 && <Cells quotas={found} isRaw={isRaw} />}
      </QueryView>
    </>
  )
}

function Cells({ quotas, isRaw }: { quotas: SurveyQuotas; isRaw: boolean }) {
  const t = useT()
  const { dimensions, cells, acceptedCount, total } = quotas
  return (
    <>
      <table className={classes.table} aria-label={t('surveyReport.quotas')}>
        <thead>
          <tr>
            <th scope="col">{t('surveyReport.quotas')}</th>
            <th scope="col">{t('surveyReport.target')}</th>
            <th scope="col">{t('surveyReport.accepted')}</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ id, groups, target, accepted }) => (
            <tr key={id}>
              <th scope="row">{nameCell(groups, dimensions) || t('quotas.everyone')}</th>
              <td>{target}</td>
              <td>{accepted ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(isRaw || acceptedCount === 0 || acceptedCount >= SMALLEST_CELL) && (
        <p className={classes.note}>{t('surveyReport.quotasText', { accepted: acceptedCount, total })}</p>
      )}
    </>
  )
}

const nameCell = (groups: readonly string[], dimensions: SurveyQuotas['dimensions']) =>
  groups
    .map((code, place) => dimensions[place]?.groups.find((group) => group.code === code)?.label ?? code)
    .join(' · ')

type Reading = { t: Translate; language: Language }

/** Put a rule into words, one line for each condition that has to hold. */
export function describeRule(rule: Rule, reading: Reading): string[] {
  return 'and' in rule ? rule.and.map((part) => sayPart(part, reading)) : [sayPart(rule, reading)]
}

function sayPart(rule: Rule, reading: Reading): string {
  if ('is' in rule) return sayTest(rule, reading)
  if ('not' in rule) return reading.t('surveyReport.rule.reverse', { rule: sayInner(rule.not, reading) })
  const [type, parts] =
    'and' in rule ? (['conjunction', rule.and] as const) : (['disjunction', rule.or] as const)
  return join(
    parts.map((part) => sayInner(part, reading)),
    { type, reading },
  )
}

/** In parentheses, because “and” and “or” follow each other, and a list of answers has its own “or”. */
const sayInner = (rule: Rule, reading: Reading) => `(${sayPart(rule, reading)})`

function sayTest(test: RuleTest, reading: Reading): string {
  const { t, language } = reading
  switch (test.is) {
    case 'any-of':
    case 'none-of': {
      const { name, options } = PROFILE_ATTRIBUTES[test.attribute]
      const labels = test.codes.map(
        (code) => options.find((each) => each.code === code)?.words[language] ?? code,
      )
      const values = join(labels, { type: 'disjunction', reading })
      return t(test.is === 'any-of' ? 'surveyReport.rule.is' : 'surveyReport.rule.not', {
        name: name[language],
        values,
      })
    }
    case 'new-to':
      return t('surveyReport.rule.new', { count: test.surveys.length })
    case 'took':
      return t('surveyReport.rule.took', { count: test.surveys.length })
    case 'premium':
      return t('surveyReport.rule.is', {
        name: t('eligibility.subject.premium'),
        values: t(test.value ? 'results.yes' : 'results.no'),
      })
    case 'country':
      return t('surveyReport.rule.is', {
        name: t('eligibility.subject.country'),
        values: join(test.countries, { type: 'disjunction', reading }),
      })
    default:
      return sayRange(test, reading)
  }
}

type RangeTest = Extract<RuleTest, { from?: number | undefined } | { to: number }>

function sayRange(test: RangeTest, { t }: Reading): string {
  const subject = t(`eligibility.subject.${test.is}`)
  const name = 'category' in test && test.category ? `${subject} (${test.category})` : subject
  const from = 'from' in test ? test.from : undefined
  const to = 'to' in test ? test.to : undefined
  if (from !== undefined && to !== undefined)
    return t('surveyReport.rule.between', { name, from: String(from), to: String(to) })
  return from === undefined
    ? t('surveyReport.rule.to', { name, to: String(to) })
    : t('surveyReport.rule.from', { name, from: String(from) })
}

type Joining = { type: Intl.ListFormatType; reading: Reading }

const join = (words: readonly string[], { type, reading }: Joining) =>
  // In British English, as Kenya writes: without a comma before “or”.
  new Intl.ListFormat(reading.language === 'en' ? 'en-GB' : reading.language, { type }).format(words)
