import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconClipboardOff } from '@tabler/icons-react'
import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { MessageState } from '../../ui/states/error-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { QuotaEditor } from './quota-editor.tsx'
import { QuotaFiles } from './quota-files.tsx'
import { QuotaProgress } from './quota-progress.tsx'

const POLL_MS = 15_000

/** How many members of which kind a survey is for, and how far that is. */
export function QuotasPage({ surveyId: id }: { surveyId: string }) {
  const t = useT()
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const query = trpc.admin.getQuotas.useQuery({ id }, { enabled: mayRead, refetchInterval: POLL_MS })
  const isGone = isApiError(query.error) && query.error.data?.appCode === 'SURVEY_NOT_FOUND'
  return (
    <AdminFrame title={t('quotas.title')} needs="offers:read">
      {({ permissions }) => (
        <>
          <BackLink to="/admin/surveys">{t('results.back')}</BackLink>
          {isGone ? (
            <MessageState
              icon={<IconClipboardOff />}
              title={t('quotas.noneTitle')}
              text={t('results.goneText')}
            />
          ) : (
            <QueryView query={query} skeleton={<Skeletons count={2} height={220} />}>
              {(quotas) => (
                <Quotas id={id} quotas={quotas} isManager={permissions.includes('offers:manage')} />
              )}
            </QueryView>
          )}
        </>
      )}
    </AdminFrame>
  )
}

type Props = { id: string; quotas: SurveyQuotas; isManager: boolean }

function Quotas({ id, quotas, isManager }: Props) {
  const t = useT()
  const draft = trpc.admin.getQuestionnaire.useQuery({ id })
  return (
    <>
      {!quotas.isSound && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('quotas.unsound')}
        />
      )}
      {quotas.issues.length > 0 && (
        <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title={t('quotas.issues')}>
          {quotas.issues.map(({ path, message }) => (
            <p key={`${path} ${message}`}>{message}</p>
          ))}
        </Alert>
      )}
      {quotas.version > 0 && <QuotaProgress id={id} quotas={quotas} isManager={isManager} />}
      {isManager && (
        <QueryView query={draft} skeleton={<Skeletons count={1} height={320} />}>
          {({ questionnaire }) => (
            // What someone else saved fills the form again; progress alone changes no field.
            <QuotaEditor key={quotas.version} {...{ id, quotas, questionnaire }} />
          )}
        </QueryView>
      )}
      {quotas.version > 0 && <QuotaFiles id={id} version={quotas.version} isManager={isManager} />}
    </>
  )
}
