import type { Permission } from '@chuma/contract/admin/permissions'
import type { SurveyResults } from '@chuma/contract/surveys/results'
import { Button, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AdminFrame } from '../../../admin/frame/admin-frame.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import blocks from '../../../ui/blocks.module.css'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeletons } from '../../../ui/states/skeletons.tsx'
import { type ResultsView, toWeighedFilter } from '../results-view.ts'
import classes from './report.module.css'
import { ReportMethod } from './report-method.tsx'
import { ReportQuestion } from './report-question.tsx'
import { ReportSample } from './report-sample.tsx'

type Props = { surveyId: string; view: ResultsView }

/** Everything a survey found, to read and to print. */
export function ReportPage({ surveyId, view }: Props) {
  const t = useT()
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const query = trpc.admin.getSurveyResults.useQuery(toWeighedFilter(surveyId, view), { enabled: mayRead })
  return (
    <AdminFrame title={query.data?.title ?? t('surveyReport.open')} needs="results:read">
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
