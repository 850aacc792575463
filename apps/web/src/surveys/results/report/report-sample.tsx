import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeletons } from '../../../ui/states/skeletons.tsx'
import { describeRule } from './describe-rule.ts'
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
