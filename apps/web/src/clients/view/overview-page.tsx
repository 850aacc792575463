import type { CommissionedSurvey } from '@chuma/contract/clients/client-surveys'
import { formatKesCents } from '@chuma/contract/format-money'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import list from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'
import classes from '../clients.module.css'
import { ClientPage } from './client-page.tsx'

/** The surveys that an organisation commissioned. */
export function OverviewPage() {
  const t = useT()
  return <ClientPage title={t('client.surveys')}>{() => <Surveys />}</ClientPage>
}

function Surveys() {
  const t = useT()
  const query = useQuery({
    queryKey: ['surveys'],
    queryFn: () => clientApi.clients.listSurveys.query({ limit: 100 }),
  })
  return (
    <Section title={t('client.inField')} text={t('client.inFieldText')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={96} />}>
        {(surveys) =>
          surveys.length === 0 ? (
            <EmptyState
              icon={<IconClipboardList />}
              title={t('client.noSurveys')}
              text={t('client.noSurveysText')}
            />
          ) : (
            <ul className={blocks.list} aria-label={t('client.surveys')}>
              {surveys.map((survey) => (
                <SurveyRow key={survey.id} survey={survey} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  )
}

function SurveyRow({ survey }: { survey: CommissionedSurvey }) {
  const t = useT()
  const { id, title, accepted, inField, target, priceCents } = survey
  return (
    <li className={list.row}>
      <div className={list.head}>
        <Link to="/client" search={{ survey: id }}>
          <strong>{title}</strong>
        </Link>
      </div>
      <Progress survey={survey} />
      <p className={blocks.quiet}>
        {[
          target === null ? t('client.accepted', { accepted }) : t('client.acceptedOf', { accepted, target }),
          t('client.answering', { inField }),
          priceCents !== null && t('client.price', { price: formatKesCents(priceCents) }),
        ]
          .filter((fact) => fact)
          .join(' · ')}
      </p>
    </li>
  )
}

/** How much of the target is reached. A survey without a target has none. */
export function Progress({ survey: { title, accepted, target } }: { survey: CommissionedSurvey }) {
  if (target === null) return null
  return (
    <progress className={classes.meter} aria-label={title} max={target} value={Math.min(accepted, target)} />
  )
}
