import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { Button } from '@mantine/core'
import { IconPlus, IconTargetArrow } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { PageTurner } from '../../admin/page-turner.tsx'
import { usePages } from '../../admin/use-pages.ts'
import { useT } from '../../i18n/use-t.ts'
import { ClickDialog } from '../../partners/clicks/click-dialog.tsx'
import { trpc } from '../../trpc.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { EligibilityDialog } from '../eligibility/eligibility-dialog.tsx'
import { QuestionnaireDialog } from '../questionnaire/questionnaire-dialog.tsx'
import { DeleteOffer } from './delete-offer.tsx'
import { LoadingOffers } from './loading-offers.tsx'
import { OfferCards } from './offer-cards.tsx'
import type { OfferFilter } from './offer-choices.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { OfferFiles } from './offer-files.tsx'
import { OfferTable } from './offer-table.tsx'
import { OfferTools } from './offer-tools.tsx'
import classes from './offers.module.css'

const PAGE_SIZE = 50
/** What the list asks for at first. */
export const FIRST_OFFERS = { sort: 'newest', limit: PAGE_SIZE } as const

/** All survey offers: figures, list, and actions. */
type Props = { isManager: boolean; mayReadResults: boolean }

export function OffersManager({ isManager, mayReadResults }: Props) {
  const t = useT()
  const [filter, setFilter] = useState<OfferFilter>({ sort: 'newest' })
  const pages = usePages(PAGE_SIZE)
  const form = useAsked<string | null>()
  const clicks = useAsked<SurveyOffer>()
  const removal = useAsked<SurveyOffer>()
  const questionnaire = useAsked<SurveyOffer>()
  const eligibility = useAsked<SurveyOffer>()
  const search = useDeferredValue(filter.search)
  const offers = trpc.admin.listSurveys.useQuery(
    { ...filter, search: search || undefined, ...pages.input },
    // Keep the previous page until the next one loads, so that nothing jumps while staff type in the search.
    { placeholderData: (before) => before },
  )
  const narrow = (change: Partial<OfferFilter>) => {
    pages.turn()
    setFilter({ ...filter, ...change })
  }
  return (
    <>
      <OfferCards />
      <Panel aria-label={t('surveyOffers.list')}>
        <div className={classes.head}>
          <OfferTools filter={filter} onFilter={narrow} />
          {isManager && (
            <Button leftSection={<IconPlus aria-hidden size={20} />} onClick={() => form.ask(null)}>
              {t('surveyOffers.add')}
            </Button>
          )}
        </div>
        <ResultCount count={offers.data?.length} />
        <QueryView query={offers} skeleton={<LoadingOffers />}>
          {(rows) =>
            rows.length > 0 ? (
              <OfferTable
                offers={rows}
                isManager={isManager}
                mayReadResults={mayReadResults}
                onEdit={({ id }) => form.ask(id)}
                onDelete={removal.ask}
                onClicks={clicks.ask}
                onQuestionnaire={questionnaire.ask}
                onEligibility={eligibility.ask}
              />
            ) : (
              <EmptyState
                icon={<IconTargetArrow />}
                title={t('surveyOffers.emptyTitle')}
                text={t('surveyOffers.emptyText')}
              />
            )
          }
        </QueryView>
        <PageTurner pages={pages} rows={offers.data} />
      </Panel>
      <OfferFiles isManager={isManager} />
      <OfferDialog
        id={form.subject}
        opened={form.isOpen}
        onClose={form.close}
        onQuestionnaire={questionnaire.ask}
      />
      {clicks.subject && <ClickDialog offer={clicks.subject} opened={clicks.isOpen} onClose={clicks.close} />}
      {questionnaire.subject && (
        <QuestionnaireDialog
          offer={questionnaire.subject}
          isManager={isManager}
          opened={questionnaire.isOpen}
          onClose={questionnaire.close}
          onOffer={() => form.ask(questionnaire.subject?.id ?? null)}
        />
      )}
      {eligibility.subject && (
        <EligibilityDialog
          offer={eligibility.subject}
          isManager={isManager}
          opened={eligibility.isOpen}
          onClose={eligibility.close}
        />
      )}
      {removal.subject && (
        <DeleteOffer offer={removal.subject} opened={removal.isOpen} onClose={removal.close} />
      )}
    </>
  )
}
