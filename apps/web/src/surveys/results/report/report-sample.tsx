import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import type { Rule, RuleTest } from '@chuma/contract/surveys/eligibility/eligibility'
import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Language, Translate } from '../../../i18n/i18n.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeletons } from '../../../ui/states/skeletons.tsx'
import classes from './report.module.css'

/** `isRaw`: the reader may see counts of fewer than five. */
type Props = { surveyId: string; isRaw: boolean }

/** Whom the survey was for: its rule and its quotas, if it has any. */
export function ReportSample({ surveyId: id, isRaw }: Props) {
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
