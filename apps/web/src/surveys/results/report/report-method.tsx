import type { SurveyResults } from '@chuma/contract/surveys/results'
import { formatBusinessDay } from '../../../i18n/format-date.ts'
import { useT } from '../../../i18n/use-t.ts'
import { sayCount } from '../results-figures.tsx'
import type { ResultsView } from '../results-view.ts'
import classes from './report.module.css'

const number = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
const decimal = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 })
/** Of the normal distribution, for 95 %. */
const Z = 1.96

type Props = { results: SurveyResults; view: ResultsView }

/** How the answers were collected, and how exact they are. */
export function ReportMethod({ results, view }: Props) {
  const t = useT()
  const { attempts, base, effectiveBase, days } = results
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const isFiltered = [view.who, view.from, view.to, view.profile].some((each) => each !== undefined)
  const effective = effectiveBase ?? base ?? 0
  const facts: [string, string][] = [
    ...(first && last
      ? [
          [
            t('surveyReport.field'),
            t('surveyReport.fieldText', { from: formatBusinessDay(first), to: formatBusinessDay(last) }),
          ] satisfies [string, string],
        ]
      : []),
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
    ...(effectiveBase === null
      ? []
      : [
          [
            t('surveyReport.effective'),
            t('surveyReport.effectiveText', { count: number.format(effectiveBase) }),
          ] satisfies [string, string],
        ]),
    // A share of one half has the widest interval.
    ...(effective >= 30
      ? [
          [
            t('surveyReport.margin'),
            t('surveyReport.marginText', { points: decimal.format((100 * Z * 0.5) / Math.sqrt(effective)) }),
          ] satisfies [string, string],
        ]
      : []),
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
    </>
  )
}
