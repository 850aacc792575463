import type { ImportedSurveys, SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { Button, Loader, Text } from '@mantine/core'
import { IconLock, IconPlus, IconTargetArrow } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useAdminToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ConfirmDialog, Dialog, useAsked, useOpensWithData } from '../../ui/dialogs/dialog.tsx'
import { CsvDownload, CsvUpload } from '../../ui/forms/csv-files.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ResultCount } from '../../ui/states/keyset-pages.tsx'
import importedOffersClasses from '../../ui/states/list.module.css'
import { PageTurner, usePages } from '../../ui/states/staff-lists.tsx'
import { EmptyState, MessageState, QueryView } from '../../ui/states/states.tsx'
import { ClickDialog } from './click-dialog.tsx'
import { OfferCards } from './offer-cards.tsx'
import { OfferForm } from './offer-form.tsx'
import { type OfferFilter, OfferRow, type OfferRowProps, OfferTools, useRefreshOffers } from './offer-row.tsx'
import classes from './offers.module.css'

/** SPEC §2: a member without permission is told so here; a visitor is sent to the staff log-in. */
export function OffersPage() {
  const t = useT()
  const hasAdminToken = useAdminToken() !== null
  const current = useCurrentUser()
  if (!hasAdminToken && current.status === 'member' && !current.user.isAdmin) {
    return (
      <Page title={t('surveyOffers.title')}>
        <MessageState
          role="alert"
          icon={<IconLock />}
          title={t('surveyOffers.denied')}
          text={t('surveyOffers.deniedText')}
        />
      </Page>
    )
  }
  return (
    <AdminFrame title={t('surveyOffers.title')} skeleton={<LoadingOffers />}>
      {({ permissions }) => (
        <OffersManager
          isManager={permissions.includes('offers:manage')}
          mayReadResults={permissions.includes('results:read')}
        />
      )}
    </AdminFrame>
  )
}

/** SPEC §2: the survey manager's loading text. */
function LoadingOffers() {
  const t = useT()
  return (
    <div className={classes.loading} role="status">
      <Loader aria-hidden />
      <Text c="dimmed">{t('surveyOffers.loading')}</Text>
    </div>
  )
}

const PAGE_SIZE = 50
/** What the list asks for at first. */
export const FIRST_OFFERS = { sort: 'newest', limit: PAGE_SIZE } as const

/** All survey offers: figures, list, and actions. */
type Props = { isManager: boolean; mayReadResults: boolean }

function OffersManager({ isManager, mayReadResults }: Props) {
  const t = useT()
  const [filter, setFilter] = useState<OfferFilter>({ sort: 'newest' })
  const pages = usePages(PAGE_SIZE)
  const form = useAsked<string | null>()
  const clicks = useAsked<SurveyOffer>()
  const removal = useAsked<SurveyOffer>()
  const search = useDeferredValue(filter.search)
  const offers = trpc.admin.listSurveys.useQuery(
    { ...filter, search: search || undefined, ...pages.input },
    // Keep the previous page until the next one loads, so that nothing jumps while staff type in the search.
    { placeholderData: (before) => before },
  )
  const isNarrowed = Boolean(filter.search || filter.status || filter.category)
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
              />
            ) : (
              <EmptyState
                icon={<IconTargetArrow />}
                title={t(isNarrowed ? 'surveyOffers.noMatchTitle' : 'surveyOffers.emptyTitle')}
                text={t(isNarrowed ? 'surveyOffers.noMatchText' : 'surveyOffers.emptyText')}
              />
            )
          }
        </QueryView>
        <PageTurner pages={pages} rows={offers.data} />
      </Panel>
      <OfferFiles isManager={isManager} />
      <OfferDialog id={form.subject} opened={form.isOpen} onClose={form.close} />
      {clicks.subject && <ClickDialog offer={clicks.subject} opened={clicks.isOpen} onClose={clicks.close} />}
      {removal.subject && (
        <DeleteOffer offer={removal.subject} opened={removal.isOpen} onClose={removal.close} />
      )}
    </>
  )
}

type DeleteOfferProps = { offer: SurveyOffer; opened: boolean; onClose: () => void }

function DeleteOffer({ offer, opened, onClose }: DeleteOfferProps) {
  const t = useT()
  const refresh = useRefreshOffers()
  const remove = useAction(trpc.admin.deleteSurvey, {
    done: { title: t('surveyOffers.success'), message: t('surveyOffers.deleted') },
    failure: { title: t('surveyOffers.error') },
    // Also after a refusal: someone else changed it first, so this list is out of date.
    onEnd: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      title={offer.title}
      text={t('surveyOffers.deleteQuestion')}
      action={t('surveyOffers.deleteAction')}
      opened={opened}
      isPending={remove.isPending}
      onConfirm={() => remove.run({ id: offer.id })}
      onClose={onClose}
    />
  )
}

type OfferTableProps = Omit<OfferRowProps, 'offer'> & { offers: SurveyOffer[] }

/** On a phone each offer is a card; on medium screens the table scrolls inside its own box. */
function OfferTable({ offers, ...row }: OfferTableProps) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={classes.scroll} aria-label={t('surveyOffers.table')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('surveyOffers.column.title')}</th>
            <th scope="col">{t('surveyOffers.column.category')}</th>
            <th scope="col">{t('surveyOffers.column.country')}</th>
            <th scope="col" data-number>
              {t('surveyOffers.column.payout')}
            </th>
            <th scope="col" data-number>
              {t('surveyOffers.column.duration')}
            </th>
            <th scope="col" data-number>
              {t('surveyOffers.column.clicks')}
            </th>
            <th scope="col" data-number>
              {t('surveyOffers.column.completion')}
            </th>
            <th scope="col">{t('surveyOffers.column.status')}</th>
            <th scope="col" className={classes.last}>
              {t('surveyOffers.column.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} {...row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type OfferDialogProps = {
  id: string | null
  opened: boolean
  onClose: () => void
}

/** Empty for a new offer; filled from the server's current version for an existing one. */
function OfferDialog({ id, opened, onClose }: OfferDialogProps) {
  const t = useT()
  const navigate = useNavigate()
  // Never filled from cached data, which may be stale. Data that arrives while the form is open does not change it; the
  // form keeps the version that filled it.
  const offer = trpc.admin.getSurvey.useQuery(
    { id: id ?? '' },
    { enabled: opened && id !== null, staleTime: 0, gcTime: 0, refetchOnReconnect: false },
  )
  const isOpen = useOpensWithData(opened, offer.isFetching)
  const toQuestionnaire = (saved: SurveyOffer) =>
    void navigate({ to: '/admin/surveys/$surveyId/build', params: { surveyId: saved.id } })
  return (
    <Dialog
      title={t(id === null ? 'surveyOffers.addTitle' : 'surveyOffers.editTitle')}
      size="xl"
      opened={isOpen}
      onClose={onClose}
    >
      {id === null ? (
        <OfferForm offer={null} onDone={onClose} onQuestionnaire={toQuestionnaire} />
      ) : (
        <QueryView query={offer} skeleton={null}>
          {(detail) => (
            <OfferForm key={id} offer={detail} onDone={onClose} onQuestionnaire={toQuestionnaire} />
          )}
        </QueryView>
      )}
    </Dialog>
  )
}

/** Exports all offers as CSV, and imports them again. */
function OfferFiles({ isManager }: { isManager: boolean }) {
  const t = useT()
  const { client } = trpc.useUtils()
  return (
    <Section title={t('offerFiles.title')} text={t('offerFiles.text')}>
      <div>
        <CsvDownload
          fileName="chuma-survey-offers.csv"
          load={() => client.admin.exportSurveys.query()}
          failure={{ title: t('surveyOffers.error') }}
        >
          {t('offerFiles.download')}
        </CsvDownload>
      </div>
      {isManager && <Upload />}
    </Section>
  )
}

function Upload() {
  const t = useT()
  const refresh = useRefreshOffers()
  return (
    <CsvUpload
      labels={{
        file: t('offerFiles.file'),
        hint: t('offerFiles.hint'),
        placeholder: t('offerFiles.placeholder'),
        missing: t('offerFiles.missing'),
        check: t('files.check'),
        import: t('offerFiles.import'),
      }}
      mutation={trpc.admin.importSurveys}
      toInput={(file) => file}
      onDone={({ isDryRun }) => {
        if (!isDryRun) void refresh()
      }}
      // Only a checked file can be imported.
      isReady={({ isDryRun, createdCount, updatedCount }) => isDryRun && createdCount + updatedCount > 0}
      failure={{ title: t('surveyOffers.error') }}
    >
      {(result) => <ImportedOffers result={result} />}
    </CsvUpload>
  )
}

const SHOWN = 200

/** The result, or preview, of an offer import, row by row. */
function ImportedOffers({ result }: { result: ImportedSurveys }) {
  const t = useT()
  const { isDryRun, createdCount, updatedCount, results } = result
  const others = results.length - createdCount - updatedCount
  // Rows that need attention come first; unchanged rows are left out.
  const rows = results
    .filter(({ outcome }) => outcome !== 'unchanged')
    .toSorted((one, other) => Number(isGood(one)) - Number(isGood(other)) || one.line - other.line)
  return (
    <>
      <Text fw={600}>
        {t(isDryRun ? 'offerFiles.checked' : 'offerFiles.imported', {
          created: createdCount,
          updated: updatedCount,
          others,
        })}
      </Text>
      <ul className={importedOffersClasses.results}>
        {rows.slice(0, SHOWN).map(({ line, title, outcome, problem }) => (
          <li key={line}>
            {t('offerFiles.row', { line, title: title || '–', outcome: t(`offerOutcome.${outcome}`) })}
            {problem && ` ${problem}`}
          </li>
        ))}
        {rows.length > SHOWN && <li>{t('offerFiles.more', { count: rows.length - SHOWN })}</li>}
      </ul>
    </>
  )
}

const isGood = ({ outcome }: ImportedSurveys['results'][number]) =>
  outcome === 'created' || outcome === 'updated'
